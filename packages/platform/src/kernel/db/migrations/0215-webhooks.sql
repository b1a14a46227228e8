-- Which of the events of an entity one is, who caused it, and whether deliveries have still to be made of it.
alter table outbox add column sequence bigint not null default 0;
alter table outbox add column cause jsonb;
alter table outbox add column for_webhooks boolean not null default false;
create index outbox_for_webhooks on outbox (site, sequence) where for_webhooks;

-- Addresses that are told of events.
create table webhook (
  site uuid not null references site,
  id uuid not null,
  name text not null,
  url text not null,
  events text[] not null,
  format text not null,
  -- Whose it is; without one, the shop's own.
  app_id uuid,
  active boolean not null,
  -- Why it rests, where nobody of the staff paused it.
  paused_because text,
  -- When the owners were told of that.
  told_at timestamptz,
  failures integer not null default 0,
  failing_since timestamptz,
  -- While it fails nothing is sent until then.
  rests_until timestamptz,
  -- Which process sends to it, and until when.
  lease uuid,
  leased_until timestamptz,
  revision integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site, id),
  foreign key (site, app_id) references oauth_app
);

-- What is sent to a webhook is signed with: two while one takes the place of the other.
create table webhook_key (
  site uuid not null references site,
  id uuid not null,
  webhook_id uuid not null,
  -- An HMAC secret, or a private key in PEM; wrapped where there is a VITRINE_SECRET.
  secret text not null,
  public_key text,
  wrapped_by text,
  created_at timestamptz not null,
  -- Until when it is good; null for the newest.
  ends_at timestamptz,
  primary key (site, id),
  foreign key (site, webhook_id) references webhook on delete cascade
);
create index webhook_key_of on webhook_key (site, webhook_id) where created_at > '-infinity';

-- What was told, in the words of the wire. Partitions are made and dropped by the platform, here and below.
create table webhook_event (
  site uuid not null,
  id uuid not null,
  type text not null,
  entity_id text not null,
  sequence bigint not null,
  occurred_at timestamptz not null,
  identity text not null,
  payload text not null,
  primary key (site, id)
) partition by range (id);
create table webhook_event_rest partition of webhook_event default;

-- Which event goes to which webhook, and what came of it. Its id is the event's.
create table webhook_delivery (
  site uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  type text not null,
  entity_id text not null,
  sequence bigint not null,
  state text not null,
  tries integer not null default 0,
  due_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  attempts jsonb not null default '[]',
  primary key (site, id, webhook_id)
) partition by range (id);
create table webhook_delivery_rest partition of webhook_delivery default;
create index webhook_delivery_waiting on webhook_delivery (site, webhook_id, sequence) where state = 'WAITING';
create index webhook_delivery_of on webhook_delivery (site, webhook_id, id) where created_at > '-infinity';
create index webhook_delivery_entity on webhook_delivery (site, webhook_id, entity_id, sequence) where state = 'WAITING';
