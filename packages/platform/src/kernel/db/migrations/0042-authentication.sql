-- What members sign in with.
create table member_credential (
  site uuid not null,
  member_id uuid not null,
  -- argon2id; none for those who never set a password.
  password_hash text,
  -- The shop wants a new one.
  must_change boolean not null default false,
  password_at timestamptz,
  primary key (site, member_id),
  foreign key (site, member_id) references member (site, id) on delete cascade
);

-- How often somebody tried in vain: on an account, from an address, or for a letter.
create table sign_in_failure (
  site uuid not null references site,
  who text not null,
  count integer not null,
  last_at timestamptz not null,
  primary key (site, who)
);
create index sign_in_failure_by_age on sign_in_failure (last_at);

-- Six figures that went out in a letter: one of a kind at a time. For an address without a member there is one too, that nobody was sent.
create table sign_in_code (
  site uuid not null references site,
  member_id uuid not null,
  -- VERIFY, SIGN_IN, or the type of a factor
  purpose text not null,
  hash bytea not null,
  -- Of the password that becomes the member's with the right code.
  password_hash text,
  tries integer not null default 0,
  expires_at timestamptz not null,
  primary key (site, member_id, purpose)
);
create index sign_in_code_by_end on sign_in_code (expires_at);

-- Links to set a new password; for an address without a member there is one too, that nobody was sent.
create table recovery_token (
  site uuid not null references site,
  hash bytea not null,
  member_id uuid,
  expires_at timestamptz not null,
  primary key (site, hash),
  foreign key (site, member_id) references member (site, id) on delete cascade
);
create index recovery_token_of_member on recovery_token (site, member_id) where member_id is not null;
create index recovery_token_by_end on recovery_token (expires_at);

-- What counts once, and has counted: state tokens, puzzles, challenges.
create table spent_proof (
  site uuid not null references site,
  hash bytea not null,
  expires_at timestamptz not null,
  primary key (site, hash)
);
create index spent_proof_by_end on spent_proof (expires_at);

-- What the shop's secrets of members are sealed with.
create table authentication_key (
  site uuid not null references site,
  key bytea not null,
  primary key (site)
);

-- Letters about sign-ins that are still to go out, sealed because of what stands in them.
create table sign_in_letter (
  site uuid not null references site,
  id uuid not null,
  -- Nobody where there is nobody to write to.
  member_id uuid,
  kind text not null,
  sealed bytea not null,
  due_at timestamptz not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  primary key (site, id)
);
create index sign_in_letter_by_turn on sign_in_letter (due_at);

-- Second ways to prove who one is.
create table member_factor (
  site uuid not null,
  id uuid not null,
  member_id uuid not null,
  -- TOTP, EMAIL, SMS, CALL, PUSH
  type text not null,
  -- Of TOTP the secret, of SMS and CALL the number, sealed.
  sealed bytea,
  -- Of TOTP: the last step of time whose code was taken.
  last_step bigint not null default 0,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (site, id),
  foreign key (site, member_id) references member (site, id) on delete cascade
);
create unique index member_factor_of_member on member_factor (site, member_id, type) where type is not null;

create table member_recovery_code (
  site uuid not null,
  member_id uuid not null,
  hash bytea not null,
  used_at timestamptz,
  primary key (site, member_id, hash),
  foreign key (site, member_id) references member (site, id) on delete cascade
);

-- Devices that need no second proof for a while.
create table member_device (
  site uuid not null,
  id uuid not null,
  member_id uuid not null,
  hash bytea not null,
  agent text not null,
  address text not null,
  created_at timestamptz not null,
  used_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (site, id),
  foreign key (site, member_id) references member (site, id) on delete cascade
);
create unique index member_device_by_secret on member_device (site, hash) where hash is not null;
create index member_device_of_member on member_device (site, member_id) where expires_at is not null;
create index member_device_by_end on member_device (expires_at);

-- Kinds of browsers that a member has signed in with: another one is worth a letter.
create table member_agent (
  site uuid not null,
  member_id uuid not null,
  hash bytea not null,
  seen_at timestamptz not null,
  primary key (site, member_id, hash),
  foreign key (site, member_id) references member (site, id) on delete cascade
);

create table member_passkey (
  site uuid not null,
  id uuid not null,
  member_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  backed_up boolean not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (site, id),
  foreign key (site, member_id) references member (site, id) on delete cascade
);
create unique index member_passkey_by_credential on member_passkey (site, credential_id) where credential_id is not null;
create index member_passkey_of_member on member_passkey (site, member_id) where name is not null;

-- Who a member is at somebody else's.
create table member_connection (
  site uuid not null,
  connection_id uuid not null,
  subject text not null,
  member_id uuid not null,
  email text not null,
  created_at timestamptz not null,
  primary key (site, connection_id, subject),
  foreign key (site, member_id) references member (site, id) on delete cascade
);
create index member_connection_of_member on member_connection (site, member_id) where subject is not null;

-- What the shop proves itself with there.
create table connection_secret (
  site uuid not null references site,
  connection_id uuid not null,
  sealed bytea not null,
  primary key (site, connection_id)
);
