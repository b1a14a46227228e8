-- What is not tracked is in stock or not, as the merchant says. What is tracked may be sold below zero by so many: preorders.
alter table stock drop constraint stock_quantity_check;
alter table stock
  add column in_stock boolean not null default true,
  add column backorder_limit bigint not null default 0 check (backorder_limit >= 0),
  add column updated_at timestamptz;

create table product_preorder (
  site uuid not null,
  product_id uuid not null,
  enabled boolean not null,
  message text,
  -- Of each variant; as many as one likes where nothing is said.
  quantity_limit bigint check (quantity_limit >= 0),
  updated_at timestamptz not null,
  primary key (site, product_id),
  foreign key (site, product_id) references product on delete cascade
);

-- Who moved stock by hand, and what they noted. What orders move has the order.
alter table stock_movement
  add column actor_kind text,
  add column actor_id text,
  add column note text;
