-- Two of 128 bits for each collection and choice: a product may have what is asked for only where all bits of that are set.
create function listing_bits(token text, half integer) returns bigint language sql immutable parallel safe as $$
  select case when (hash & 127) / 64 = half then 1::bigint << (hash & 63)::integer else 0 end
    | case when (hash >> 7 & 127) / 64 = half then 1::bigint << (hash >> 7 & 63)::integer else 0 end
  from (select hashtextextended(token, 0) as hash) hashed
$$;

-- What shoppers sort and filter products by, small enough that all of it can be walked in the order of any sort. Kept by triggers below, so that
-- no statement that changes products or stock can forget it.
create table product_listing (
  site uuid not null,
  product_id uuid not null,
  visible boolean not null,
  in_stock boolean not null,
  numeric_id bigint not null,
  created_at timestamptz not null,
  price bigint not null,
  name_key text collate "C" not null,
  best_selling double precision not null,
  bits_0 bigint not null,
  bits_1 bigint not null,
  primary key (site, product_id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

create function list_product() returns trigger language plpgsql as $$
begin
  insert into product_listing as listing (site, product_id, visible, in_stock, numeric_id, created_at, price, name_key, best_selling, bits_0, bits_1)
  select product.site, id, visible, exists (
      select from stock where stock.site = product.site and product_id = id and case when tracked then quantity > 0 else in_stock end),
    numeric_id, created_at, price, name_key, best_selling, bits_0, bits_1
  from product cross join lateral (
    select coalesce(bit_or(listing_bits(token, 0)), 0) as bits_0, coalesce(bit_or(listing_bits(token, 1)), 0) as bits_1
    from unnest(collection_ids::text[] || choices) as token
  ) hashed
  where product.site = new.site and id = new.id
  -- Whether it is in stock is kept by those who change that: here it may be seen as it was before them.
  on conflict (site, product_id) do update set visible = excluded.visible, numeric_id = excluded.numeric_id, created_at = excluded.created_at,
    price = excluded.price, name_key = excluded.name_key, best_selling = excluded.best_selling, bits_0 = excluded.bits_0, bits_1 = excluded.bits_1
  where (listing.visible, listing.numeric_id, listing.created_at, listing.price, listing.name_key, listing.best_selling, listing.bits_0, listing.bits_1)
    is distinct from (excluded.visible, excluded.numeric_id, excluded.created_at, excluded.price, excluded.name_key, excluded.best_selling,
      excluded.bits_0, excluded.bits_1);
  return null;
end
$$;

-- At the end of the transaction, so that a product is locked after its stock by those who save it, as by those who sell it.
create constraint trigger product_listed after insert on product deferrable initially deferred for each row execute function list_product();
create constraint trigger product_relisted after update on product deferrable initially deferred for each row
  when ((old.visible, old.numeric_id, old.created_at, old.price, old.name_key, old.best_selling, old.collection_ids, old.choices)
    is distinct from (new.visible, new.numeric_id, new.created_at, new.price, new.name_key, new.best_selling, new.collection_ids, new.choices))
  execute function list_product();

create function list_stock() returns trigger language plpgsql as $$
declare
  changed record := coalesce(new, old);
begin
  -- Locked first: what others have done to the stock of its other variants is seen then.
  perform from product_listing where site = changed.site and product_id = changed.product_id for update;
  update product_listing set in_stock = not in_stock
  where site = changed.site and product_id = changed.product_id and in_stock <> exists (
    select from stock where stock.site = changed.site and stock.product_id = changed.product_id
      and case when stock.tracked then stock.quantity > 0 else stock.in_stock end);
  return null;
end
$$;

-- Only where a variant comes into stock or goes out of it: any other sale does not get as far as the function.
create trigger stock_listed after insert on stock for each row
  when (case when new.tracked then new.quantity > 0 else new.in_stock end) execute function list_stock();
create trigger stock_relisted after update on stock for each row
  when (case when old.tracked then old.quantity > 0 else old.in_stock end <> case when new.tracked then new.quantity > 0 else new.in_stock end)
  execute function list_stock();
create trigger stock_unlisted after delete on stock for each row
  when (case when old.tracked then old.quantity > 0 else old.in_stock end) execute function list_stock();

insert into product_listing (site, product_id, visible, in_stock, numeric_id, created_at, price, name_key, best_selling, bits_0, bits_1)
select product.site, id, visible, exists (
    select from stock where stock.site = product.site and product_id = id and case when tracked then quantity > 0 else in_stock end),
  numeric_id, created_at, price, name_key, best_selling, bits_0, bits_1
from product cross join lateral (
  select coalesce(bit_or(listing_bits(token, 0)), 0) as bits_0, coalesce(bit_or(listing_bits(token, 1)), 0) as bits_1
  from unnest(collection_ids::text[] || choices) as token
) hashed;

alter table product_listing add foreign key (site, product_id) references product on delete cascade;
create index product_listing_by_number on product_listing (site, numeric_id desc, product_id desc) include (in_stock, price, bits_0, bits_1) where visible;
create index product_listing_by_creation on product_listing (site, created_at desc, product_id desc) include (in_stock, price, bits_0, bits_1) where visible;
create index product_listing_by_price on product_listing (site, price, product_id) include (in_stock, bits_0, bits_1) where visible;
create index product_listing_by_name on product_listing (site, name_key, product_id) include (in_stock, price, bits_0, bits_1) where visible;
create index product_listing_by_best_selling on product_listing (site, best_selling desc, numeric_id desc, product_id desc)
  include (in_stock, price, bits_0, bits_1) where visible;
