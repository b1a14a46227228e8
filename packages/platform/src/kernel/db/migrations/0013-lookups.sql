-- A row is looked for by its id through its primary key, and never through another index that begins with the site and would be read from
-- end to end: the planner takes it for as good while a table is small or its statistics are old. An index with a predicate is out of the
-- question for a statement that does not imply it.
alter table cart drop constraint cart_site_owner_key;
create unique index cart_of_owner on cart (site, owner) where owner is not null;
drop index checkout_by_cart;
create index checkout_by_cart on checkout (site, cart_id, created_at desc) where cart_id is not null;
drop index payment_by_order;
create index payment_by_order on payment (site, order_id, created_at) where order_id is not null;
alter table orders drop constraint orders_site_number_key;
create unique index orders_by_number on orders (site, number) where number is not null;

-- Orders that wait for their first payment are found by their status alone, so that placing one writes few indexes.
drop index orders_by_owner, orders_by_created, orders_by_updated, orders_by_purchased, orders_by_total, orders_by_email, orders_by_last_name,
  orders_by_payment, orders_by_fulfillment, orders_by_checkout, orders_by_guest, orders_by_item, orders_by_tag, orders_by_private_tag;
create index orders_by_owner on orders (site, owner, created_at desc) where status <> 'INITIALIZED';
create index orders_by_created on orders (site, created_at, id) where status <> 'INITIALIZED';
create index orders_by_updated on orders (site, updated_at, id) where status <> 'INITIALIZED';
create index orders_by_purchased on orders (site, purchased_at, id) where status <> 'INITIALIZED';
create index orders_by_total on orders (site, total, id) where status <> 'INITIALIZED';
create index orders_by_email on orders (site, email_key, id) where status <> 'INITIALIZED';
create index orders_by_last_name on orders (site, last_name_key, id) where status <> 'INITIALIZED';
create index orders_by_payment on orders (site, payment_status, created_at, id) where status <> 'INITIALIZED';
create index orders_by_fulfillment on orders (site, fulfillment_status, created_at, id) where status <> 'INITIALIZED';
create index orders_by_checkout on orders (site, checkout_id) where status <> 'INITIALIZED' and checkout_id is not null;
create index orders_by_guest on orders using gin (site, guests) where status <> 'INITIALIZED';
create index orders_by_item on orders using gin (site, item_ids) where status <> 'INITIALIZED';
create index orders_by_tag on orders using gin (site, tags) where status <> 'INITIALIZED';
create index orders_by_private_tag on orders using gin (site, private_tags) where status <> 'INITIALIZED';
