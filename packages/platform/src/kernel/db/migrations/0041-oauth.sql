-- Where members are signed in: one row a sign-in, whatever apps it serves.
create table member_session (
  site uuid not null references site,
  id uuid not null,
  member_id uuid not null,
  -- Who they were before; what that visitor has chosen becomes the member's at each exchange of tokens.
  visitor_id uuid,
  -- The app that got the first tokens.
  client_id uuid,
  -- How they proved who they are: PASSWORD, EMAIL_CODE, TOTP, …
  methods text[] not null,
  agent text not null,
  address text not null,
  created_at timestamptz not null,
  used_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- SIGNED_OUT, ENDED, STOLEN (an old refresh token came after a newer one), REPLAYED (a code came twice)
  ended_because text,
  -- What the browser holds on the hosted pages; only its hash is here.
  hosted_hash bytea,
  primary key (site, id)
);
create index member_session_of_member on member_session (site, member_id, id desc) where ended_at is null;
create unique index member_session_by_hosted on member_session (site, hosted_hash) where hosted_hash is not null;
-- What every process asks each second, of all shops at once: whose tokens are over before their time.
create index member_session_by_end on member_session (ended_at, id) where ended_at is not null;

-- What an app holds of a session: a family of refresh tokens, of which the newest one that came is remembered.
create table member_grant (
  site uuid not null,
  session_id uuid not null,
  id uuid not null,
  client_id uuid not null,
  visitor_id uuid not null,
  generation integer not null,
  -- When that generation came first.
  turned_at timestamptz not null,
  created_at timestamptz not null,
  primary key (site, session_id, id),
  foreign key (site, session_id) references member_session (site, id) on delete cascade
);

-- Given to a browser at the authorize endpoint, for one exchange within a minute.
create table authorization_code (
  site uuid not null,
  hash bytea not null,
  session_id uuid not null,
  client_id uuid not null,
  redirect_uri text,
  -- S256 of the verifier that the exchange has to bring.
  challenge text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (site, hash),
  foreign key (site, session_id) references member_session (site, id) on delete cascade
);
create index authorization_code_by_age on authorization_code (created_at);

-- Apps and keys as merchants see them.
alter table oauth_app
  -- Pages of the shop itself: they exchange a sign-in for tokens without a detour.
  add column first_party boolean not null default false,
  add column revision bigint not null default 1,
  add column updated_at timestamptz,
  add column revoked_at timestamptz,
  -- Of the secret of a program that speaks in the app's own name.
  add column secret_hash bytea,
  -- The areas it may read and write then, as of roles.
  add column secret_scopes text[];
update oauth_app set first_party = true where name = 'Storefront';

alter table api_key
  -- The areas it may read and write, as of roles; everything where null.
  add column scopes text[],
  -- Its last characters, by which people tell keys apart.
  add column hint text,
  add column created_by uuid,
  add column used_at timestamptz;
create index api_key_in_turn on api_key (site, id desc) where hash is not null;

-- A key that signs no more verifies until the last token it signed is over.
alter table signing_key add column verifies_until timestamptz;
