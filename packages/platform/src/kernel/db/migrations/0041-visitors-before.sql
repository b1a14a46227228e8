-- Who the browser was to the app before the sign-in: what that visitor has chosen becomes the member's at the exchange.
alter table authorization_code add column visitor_id uuid;
create index member_session_by_expiry on member_session (expires_at);
-- Asked each second, with the sessions that end.
create index oauth_app_by_end on oauth_app (revoked_at, id) where revoked_at is not null;
create index api_key_by_end on api_key (revoked_at, id) where revoked_at is not null;
