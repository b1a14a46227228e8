-- Whether an order with things of other apps was written since their services were last told what it holds.
alter table orders add column elsewhere_due boolean not null default false;
create index orders_elsewhere_due on orders (site, id) where elsewhere_due;

-- What services that count the units of other apps were asked for orders. It is written before they are asked, so that none is forgotten.
create table service_stock_change (
  site uuid not null references site,
  -- The service is asked under this id, and under the same one where its answer was lost.
  id uuid not null,
  plugin_id uuid not null,
  -- Absent where it follows from an order that is there already.
  checkout_id uuid,
  order_id uuid not null,
  -- DECREMENT or INCREMENT
  kind text not null,
  reason text not null,
  items jsonb not null,
  -- See ChangeState.
  state text not null,
  used_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site, id)
);
-- A checkout asks a service once at a time.
create unique index service_stock_change_at_once on service_stock_change (site, checkout_id, plugin_id) where kind = 'DECREMENT' and state = 'ASKED';
create index service_stock_change_by_checkout on service_stock_change (site, checkout_id);
create index service_stock_change_by_order on service_stock_change (site, order_id);
create index service_stock_change_open on service_stock_change (site, updated_at) where state in ('ASKED', 'TAKEN', 'UNANSWERED', 'UNKNOWN', 'OWED', 'WANTED');
