create table site (
  site uuid primary key,
  name text not null,
  created_at timestamptz not null
);

create table site_host (
  site uuid not null references site,
  host text not null,
  primary key (site, host)
);

create table site_setting (
  site uuid not null references site,
  section text not null,
  revision integer not null,
  document jsonb not null,
  updated_at timestamptz not null,
  primary key (site, section)
);

create table idempotency (
  site uuid not null,
  caller text not null,
  key text not null,
  fingerprint bytea not null,
  answer text,
  leased_until timestamptz not null,
  created_at timestamptz not null,
  seen integer not null,
  primary key (site, caller, key)
);
create index idempotency_by_age on idempotency (created_at);

-- What happened, written in the transaction in which it happened. Partitions are made and dropped by the platform.
create table outbox (
  site uuid not null,
  id uuid not null,
  type text not null,
  entity_id text not null,
  payload jsonb not null,
  occurred_at timestamptz not null,
  relayed_at timestamptz,
  primary key (site, id)
) partition by range (id);
create table outbox_rest partition of outbox default;
create index outbox_waiting on outbox (id) where relayed_at is null;
