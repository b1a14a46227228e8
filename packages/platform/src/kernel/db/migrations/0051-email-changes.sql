-- A member wants to sign in with another address, and was sent a code there: one at a time. For an address that somebody has there is one too,
-- that nobody was sent.
create table email_change (
  site uuid not null references site,
  member_id uuid not null,
  email text not null,
  hash bytea not null,
  tries integer not null default 0,
  expires_at timestamptz not null,
  primary key (site, member_id),
  foreign key (site, member_id) references member (site, id) on delete cascade
);
create index email_change_by_end on email_change (expires_at);
