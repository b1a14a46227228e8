-- Until when an order has to leave. Of orders from before the beginning of their arrival counts, so that none is written again.
alter table orders add column ship_by timestamptz;
create index orders_due on orders (site, (coalesce(ship_by, slot_from)), id)
  where status = 'APPROVED' and fulfillment_status <> 'FULFILLED';
