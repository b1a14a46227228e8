-- Each of these rows was written with a lock on the one row of its shop, which everybody who writes there shares, and a query of its own to
-- find it. Which shop it is comes from the directory of shops, never from a caller; shops do not go.
alter table cart drop constraint cart_site_fkey;
alter table checkout drop constraint checkout_site_fkey;
alter table orders drop constraint orders_site_fkey;
alter table payment drop constraint payment_site_fkey;
alter table sandbox_charge drop constraint sandbox_charge_site_fkey;
alter table mail_delivery drop constraint mail_delivery_site_fkey;
alter table inbox_mail drop constraint inbox_mail_site_fkey;
alter table order_letter drop constraint order_letter_site_fkey;
alter table stock_movement drop constraint stock_movement_site_fkey;

-- What is forgotten by its age lies in the order of its age: a few words for each stretch of the table find it, instead of an entry for each row.
drop index idempotency_by_age;
create index idempotency_by_age on idempotency using brin (created_at) with (pages_per_range = 32);
