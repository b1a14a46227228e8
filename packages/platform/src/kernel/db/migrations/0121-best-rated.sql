-- By what products are sorted as best rated: their average, drawn to 3.5 where few have rated.
alter table product add column best_rated double precision not null default 3.5;
alter table product_listing add column best_rated double precision not null default 3.5;

create or replace function list_product() returns trigger language plpgsql as $$
begin
  insert into product_listing as listing (site, product_id, visible, in_stock, numeric_id, created_at, price, name_key, best_selling, best_rated,
    bits_0, bits_1)
  select product.site, id, visible, exists (
      select from stock where stock.site = product.site and product_id = id and case when tracked then quantity > 0 else in_stock end),
    numeric_id, created_at, price, name_key, best_selling, best_rated, bits_0, bits_1
  from product cross join lateral (
    select coalesce(bit_or(listing_bits(token, 0)), 0) as bits_0, coalesce(bit_or(listing_bits(token, 1)), 0) as bits_1
    from unnest(collection_ids::text[] || choices) as token
  ) hashed
  where product.site = new.site and id = new.id
  -- Whether it is in stock is kept by those who change that: here it may be seen as it was before them.
  on conflict (site, product_id) do update set visible = excluded.visible, numeric_id = excluded.numeric_id, created_at = excluded.created_at,
    price = excluded.price, name_key = excluded.name_key, best_selling = excluded.best_selling, best_rated = excluded.best_rated,
    bits_0 = excluded.bits_0, bits_1 = excluded.bits_1
  where (listing.visible, listing.numeric_id, listing.created_at, listing.price, listing.name_key, listing.best_selling, listing.best_rated,
      listing.bits_0, listing.bits_1)
    is distinct from (excluded.visible, excluded.numeric_id, excluded.created_at, excluded.price, excluded.name_key, excluded.best_selling,
      excluded.best_rated, excluded.bits_0, excluded.bits_1);
  return null;
end
$$;

drop trigger product_relisted on product;
create constraint trigger product_relisted after update on product deferrable initially deferred for each row
  when ((old.visible, old.numeric_id, old.created_at, old.price, old.name_key, old.best_selling, old.best_rated, old.collection_ids, old.choices)
    is distinct from (new.visible, new.numeric_id, new.created_at, new.price, new.name_key, new.best_selling, new.best_rated, new.collection_ids,
      new.choices))
  execute function list_product();

create index product_by_best_rated on product (site, best_rated desc, numeric_id desc, id desc) where visible;
create index product_listing_by_best_rated on product_listing (site, best_rated desc, numeric_id desc, product_id desc)
  include (in_stock, price, bits_0, bits_1) where visible;
