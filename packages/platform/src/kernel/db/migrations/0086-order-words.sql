-- By which words an order is found: SKUs, names, tracking numbers and whoever bought. Null until it is filled in for orders from before.
alter table orders
  add column tracking_numbers text[] not null default '{}',
  add column words tsvector;
create index orders_by_words on orders using gin (site, words) where status <> 'INITIALIZED';
create index orders_without_words on orders (site, id) where words is null;
