-- Goods of orders on their way back. Its lines are a part of it, since they change and are read with it.
create table order_return (
  site uuid not null references site,
  id uuid not null,
  order_id uuid not null,
  -- Which of its order's returns it is, from 1.
  sequence integer not null,
  -- REQUESTED, APPROVED, RECEIVED, CHECKED, REFUNDED, EXCHANGED, REFUSED, CANCELED
  status text not null,
  -- Whether somebody of the shop has to do something about it.
  waits boolean not null,
  document jsonb not null,
  revision integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site, id)
);
create unique index order_return_of_order on order_return (site, order_id, sequence) where order_id is not null;
create index order_return_by_status on order_return (site, status, id) where status is not null;
create index order_return_in_queue on order_return (site, waits, id) where waits is not null;
