-- A trusted extension, as btree_gin is: finds a part of a word in a million names.
create extension if not exists pg_trgm;

alter table member
  -- What lists filter and sort by: names as they are written, and folded.
  add column first_name text not null default '',
  add column last_name text not null default '',
  add column nickname text not null default '',
  add column first_name_key text not null default '',
  add column last_name_key text not null default '',
  add column nickname_key text not null default '',
  -- SELF: the next sign-in takes the account out of the trash. STAFF: staff do.
  add column deleted_by text,
  -- Who gets what they have written, when the account is gone.
  add column content_assignee uuid,
  -- What staff note about them; the member never sees it but in what they are given of their data.
  add column note text not null default '';

-- Whoever is disconnected gives the address free; the account stays, and nobody signs in to it.
drop index member_by_email, member_by_slug, member_by_beginning;
create unique index member_by_email on member (site, lower(login_email)) where status <> 'OFFLINE';
create unique index member_by_slug on member (site, lower(slug)) where slug <> '';

create index member_by_created on member (site, created_at, id) where deleted_at is null;
create index member_by_updated on member (site, updated_at, id) where deleted_at is null;
create index member_by_seen on member (site, coalesce(last_login_at, created_at), id) where deleted_at is null;
create index member_by_status on member (site, status, created_at, id) where deleted_at is null;
create index member_by_privacy on member (site, privacy_status, created_at, id) where deleted_at is null;
create index member_muted on member (site, activity_status, created_at, id) where deleted_at is null and activity_status <> 'ACTIVE';
create index member_by_nickname on member (site, nickname_key, id) where deleted_at is null;
create index member_by_first_name on member (site, first_name_key, id) where deleted_at is null;
create index member_by_last_name on member (site, last_name_key, id) where deleted_at is null;
create index member_by_contact on member (site, contact_id) where deleted_at is null;
create index member_by_words on member using gin (site, words gin_trgm_ops) where deleted_at is null;
create index member_in_trash on member (site, deleted_at, id) where deleted_at is not null;

-- Where a member was before: it leads to where they are now, for a year.
create table member_slug (
  site uuid not null references site,
  slug text not null,
  member_id uuid not null,
  kept_until timestamptz not null,
  primary key (site, slug),
  foreign key (site, member_id) references member (site, id) on delete cascade
);
create index member_slug_of on member_slug (site, member_id) where member_id is not null;

-- Whom a member does not want to be seen by.
create table member_block (
  site uuid not null references site,
  member_id uuid not null,
  blocked_id uuid not null,
  created_at timestamptz not null,
  primary key (site, member_id, blocked_id),
  foreign key (site, member_id) references member (site, id) on delete cascade,
  foreign key (site, blocked_id) references member (site, id) on delete cascade
);
create index member_block_of on member_block (site, blocked_id) where blocked_id is not null;

-- What a member said to being written to, each time: nothing is changed here, the last counts.
create table member_consent (
  site uuid not null references site,
  id uuid not null,
  member_id uuid not null,
  -- NEWSLETTER, OFFERS, TEXT_MESSAGES
  kind text not null,
  given boolean not null,
  -- The words that were agreed to, and where they stood.
  words text not null,
  place text not null,
  address text not null,
  created_at timestamptz not null,
  primary key (site, id),
  foreign key (site, member_id) references member (site, id) on delete cascade
);
create index member_consent_of on member_consent (site, member_id, id) where member_id is not null;

-- Something done to many members at once, and how far it is.
create table member_job (
  site uuid not null references site,
  id uuid not null,
  -- APPROVE, BLOCK, DELETE
  action text not null,
  -- RUNNING, DONE, UNDOING, UNDONE
  state text not null,
  -- Whom: ids, or a filter and what is searched for; only those who were there when it began.
  target jsonb not null,
  -- The last id that was looked at.
  place uuid,
  touched integer not null,
  skipped integer not null,
  content_assignee uuid,
  created_at timestamptz not null,
  ended_at timestamptz,
  undo_until timestamptz not null,
  primary key (site, id)
);
create index member_job_open on member_job (site, created_at) where ended_at is null;

-- What each of them was before.
create table member_touched (
  site uuid not null,
  job_id uuid not null,
  member_id uuid not null,
  before jsonb not null,
  primary key (site, job_id, member_id),
  foreign key (site, job_id) references member_job (site, id) on delete cascade
);

-- That there was an account, and since when there is none. Nothing of whom.
create table member_gone (
  site uuid not null references site,
  id uuid not null,
  deleted_at timestamptz not null,
  purged_at timestamptz not null,
  primary key (site, id)
);
