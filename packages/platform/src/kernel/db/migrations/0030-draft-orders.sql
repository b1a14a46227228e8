-- Orders that are being written, from scratch or anew. `order_id`: the order that one edits, or the one it has become.
create table draft_order (
  site uuid not null references site,
  id uuid not null,
  order_id uuid,
  -- Who began it, as "user:<id>" or "app:<id>".
  owner text not null,
  -- DRAFT, COMMITTED
  status text not null,
  revision bigint not null,
  document jsonb not null,
  -- As the wire had it when it was last changed.
  shown jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site, id)
);
-- An order is edited by one at a time.
create unique index draft_order_of on draft_order (site, order_id) where order_id is not null and status = 'DRAFT';
create index draft_order_by_created on draft_order (site, created_at desc, id desc);
