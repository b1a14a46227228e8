-- Pieces of an order that leave the house together. Its order is locked while one is written, so that no piece leaves twice.
create table fulfillment (
  site uuid not null references site,
  id uuid not null,
  order_id uuid not null,
  revision integer not null,
  document jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site, id),
  foreign key (site, order_id) references orders (site, id)
);
create index fulfillment_by_order on fulfillment (site, order_id, id);
