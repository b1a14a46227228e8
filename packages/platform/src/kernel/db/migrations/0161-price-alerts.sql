-- Who is told when something costs less stands on the same list: what it cost when they asked, in whole cents of that currency.
alter table back_in_stock_request add column kind text not null default 'STOCK';
alter table back_in_stock_request add column price bigint;
alter table back_in_stock_request add column currency text;
alter table back_in_stock_request add constraint back_in_stock_request_priced check ((kind = 'PRICE') = (price is not null and currency is not null));

drop index back_in_stock_request_once;
create unique index back_in_stock_request_once on back_in_stock_request (site, product_id, variant_id, email_key, kind)
  where status in ('RECEIVED', 'PROCESSING');
drop index back_in_stock_request_waiting;
create index back_in_stock_request_waiting on back_in_stock_request (site, product_id, variant_id, created_at, id)
  where status = 'RECEIVED' and kind = 'STOCK';
create index back_in_stock_request_by_price on back_in_stock_request (site, product_id, variant_id, created_at, id)
  where status = 'RECEIVED' and kind = 'PRICE';
