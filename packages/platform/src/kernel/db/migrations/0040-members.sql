-- People who have an account in the shop. What they sign in with, and where they are signed in, lies in tables of its own.
create table member (
  site uuid not null references site,
  id uuid not null,
  contact_id uuid not null,
  login_email text not null,
  login_email_verified boolean not null,
  -- PENDING, APPROVED, BLOCKED, OFFLINE (made by somebody else, never signed in)
  status text not null,
  -- PRIVATE, PUBLIC: the latter is in the community
  privacy_status text not null,
  -- ACTIVE, MUTED
  activity_status text not null,
  slug text not null,
  -- Names, folded, for the lists.
  words text not null,
  revision bigint not null,
  document jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_login_at timestamptz,
  -- In the trash since, and gone for good from.
  deleted_at timestamptz,
  purge_at timestamptz,
  primary key (site, id)
);
-- An address in the trash may register anew only when its old account is purged or taken back.
create unique index member_by_email on member (site, lower(login_email)) where login_email is not null;
create unique index member_by_slug on member (site, slug) where slug is not null;
create index member_by_beginning on member (site, created_at desc, id desc) where revision is not null;
create index member_to_purge on member (site, purge_at) where purge_at is not null;
