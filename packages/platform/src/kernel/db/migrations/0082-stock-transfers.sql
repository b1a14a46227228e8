-- Units on their way from one location to another.
create table stock_transfer (
  site uuid not null references site,
  id uuid not null,
  number bigint not null,
  -- DRAFT, IN_TRANSIT, RECEIVED, CANCELED
  status text not null,
  from_location uuid not null,
  to_location uuid not null,
  reference text,
  note text,
  expected_at timestamptz,
  actor_kind text not null,
  actor_id text not null,
  sent_at timestamptz,
  closed_at timestamptz,
  revision bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site, id)
);
create unique index stock_transfer_by_number on stock_transfer (site, number) where number is not null;
-- What keeps a location from being closed.
create index stock_transfer_open on stock_transfer (site, id) where status in ('DRAFT', 'IN_TRANSIT');

-- Variants of products, which may be gone by the time it arrives.
create table stock_transfer_line (
  site uuid not null,
  transfer_id uuid not null,
  product_id uuid not null,
  variant_id uuid not null,
  position integer not null,
  quantity bigint not null check (quantity > 0),
  received bigint not null,
  missing bigint not null,
  primary key (site, transfer_id, product_id, variant_id),
  foreign key (site, transfer_id) references stock_transfer on delete cascade
);

alter table stock_movement add column transfer_id uuid;
