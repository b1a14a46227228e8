-- The transaction that wrote an order last: what was found before is found again as long as none of a site's is newer.
alter table orders add column changed xid8;
create index orders_by_changed on orders (site, changed) where status <> 'INITIALIZED';

-- In turn by their number, too, now that those who ask for that say what the index wants to hear.
drop index orders_by_number_in_turn;

-- Of what most orders do not have, only those that do are in an index: the others cost nothing when they are written.
drop index orders_by_guest, orders_by_tag, orders_by_private_tag;
create index orders_by_guest on orders using gin (site, guests) where status <> 'INITIALIZED' and guests <> '{}';
create index orders_by_tag on orders using gin (site, tags) where status <> 'INITIALIZED' and tags <> '{}';
create index orders_by_private_tag on orders using gin (site, private_tags) where status <> 'INITIALIZED' and private_tags <> '{}';
create index orders_by_subscription on orders using gin (site, subscription_ids) where status <> 'INITIALIZED' and subscription_ids <> '{}';
create index orders_by_status on orders (site, status, created_at, id) where status <> 'INITIALIZED' and status <> 'APPROVED';
create index orders_by_channel on orders (site, channel, created_at, id) where status <> 'INITIALIZED' and channel <> 'WEB';
create index orders_by_member on orders (site, member_id, created_at, id) where status <> 'INITIALIZED' and member_id is not null;
create index orders_by_contact on orders (site, contact_id, created_at, id) where status <> 'INITIALIZED' and contact_id is not null;
create index orders_by_external_id on orders (site, external_order_id) where status <> 'INITIALIZED' and external_order_id <> '';
create index orders_archived on orders (site, created_at, id) where status <> 'INITIALIZED' and archived;
create index orders_unseen on orders (site, created_at, id) where status <> 'INITIALIZED' and not seen;

-- Those of one buyer in turn, however many they are.
drop index orders_by_email, orders_by_last_name;
create index orders_by_email on orders (site, email_key, created_at, id) where status <> 'INITIALIZED';
create index orders_by_last_name on orders (site, last_name_key, created_at, id) where status <> 'INITIALIZED';

-- The document lies beside the table, and with it only what would make a row long: each value there is a row and an index entry of its own,
-- written with every change of the order.
alter table orders set (toast_tuple_target = 1024);
