-- Who runs the shop.
create table staff (
  site uuid not null references site,
  id uuid not null,
  email text not null,
  name text not null,
  role text not null,
  password_hash text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site, id)
);
create unique index staff_by_email on staff (site, lower(email)) where email is not null;

-- Where they are signed in. The secret itself is only in their browser.
create table staff_session (
  site uuid not null,
  id uuid not null,
  staff_id uuid not null,
  hash bytea not null,
  agent text not null,
  address text not null,
  created_at timestamptz not null,
  used_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (site, id),
  foreign key (site, staff_id) references staff (site, id) on delete cascade
);
create unique index staff_session_by_hash on staff_session (site, hash) where hash is not null;

-- Sign-ins that failed, by account and by address, so that nobody can try them all.
create table staff_failure (
  site uuid not null,
  who text not null,
  count integer not null,
  last_at timestamptz not null,
  primary key (site, who)
);

-- How many checkouts were begun in a stretch of time.
create index checkout_by_beginning on checkout (site, created_at) where secret is not null;
