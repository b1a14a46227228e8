-- What staff and programs changed, one row a write, written in the transaction of that write. Partitions are made and dropped by the platform.
create table audit_entry (
  site uuid not null,
  id uuid not null,
  at timestamptz not null,
  -- STAFF, API_KEY, STRANGER; name and role as they were then.
  actor_kind text not null,
  actor_id text,
  actor_name text,
  actor_role text,
  act text not null,
  operation text not null,
  -- Begun, and its end not written down yet: of those that take steps with somebody outside.
  unfinished boolean not null default false,
  in_steps boolean not null default false,
  kind text,
  entity_id text,
  name text,
  -- Everything that it changed, for the history of each.
  entity_ids text[] not null,
  entities integer not null,
  fields integer not null,
  first jsonb,
  changes jsonb not null,
  -- How it was, as long as its end is not written down.
  before jsonb,
  reverts uuid,
  address text,
  agent text,
  request_id text not null,
  -- What it is found by.
  words text[] not null,
  primary key (site, id)
) partition by range (id);
create table audit_entry_rest partition of audit_entry default;
create index audit_entry_by_time on audit_entry (site, at, id) where at is not null;
create index audit_entry_by_actor on audit_entry (site, actor_id, at, id) where actor_id is not null;
create index audit_entry_by_kind on audit_entry (site, kind, at, id) where kind is not null;
create index audit_entry_by_address on audit_entry (site, address, at, id) where address is not null;
create index audit_entry_by_entity on audit_entry using gin (site, entity_ids) where entity_ids <> '{}';
create index audit_entry_by_word on audit_entry using gin (site, words) where words <> '{}';
create index audit_entry_reverting on audit_entry (site, reverts) where reverts is not null;
