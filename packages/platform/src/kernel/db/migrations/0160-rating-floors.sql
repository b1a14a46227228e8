-- The whole stars that a product's average reaches, 0 where nobody has rated it: what lists are narrowed down by. The bits of its listing say
-- 3 and 4, which shoppers are asked about.
alter table product add column rating_floor smallint not null default 0;

create or replace function list_product() returns trigger language plpgsql as $$
begin
  insert into product_listing as listing (site, product_id, visible, in_stock, numeric_id, created_at, price, name_key, best_selling, best_rated,
    bits_0, bits_1)
  select product.site, id, visible, exists (
      select from stock where stock.site = product.site and product_id = id and case when tracked then quantity > 0 else in_stock end),
    numeric_id, created_at, price, name_key, best_selling, best_rated, bits_0, bits_1
  from product cross join lateral (
    select coalesce(bit_or(listing_bits(token, 0)), 0) as bits_0, coalesce(bit_or(listing_bits(token, 1)), 0) as bits_1
    from unnest(collection_ids::text[] || choices || case when rating_floor >= 4 then '{rating 3,rating 4}'::text[]
      when rating_floor = 3 then '{rating 3}'::text[] else '{}'::text[] end) as token
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
  when ((old.visible, old.numeric_id, old.created_at, old.price, old.name_key, old.best_selling, old.best_rated, old.rating_floor,
      old.collection_ids, old.choices)
    is distinct from (new.visible, new.numeric_id, new.created_at, new.price, new.name_key, new.best_selling, new.best_rated, new.rating_floor,
      new.collection_ids, new.choices))
  execute function list_product();

-- How often a product of a shop has come to other whole stars: counts of lists are kept by it. Apart from the catalogue's own revision, by which
-- everything that is said of products is kept, and which those who write products lock before all else.
create table catalogue_rating (
  site uuid primary key references site,
  revision bigint not null
);

create function move_catalogue_rating() returns trigger language plpgsql as $$
begin
  insert into catalogue_rating (site, revision) values (new.site, 1)
  on conflict (site) do update set revision = catalogue_rating.revision + 1;
  return null;
end
$$;

-- At the end of the transaction, so that whoever holds this row waits for nobody.
create constraint trigger product_rated after update on product deferrable initially deferred for each row
  when (old.rating_floor <> new.rating_floor) execute function move_catalogue_rating();

update product set rating_floor = floor(average)
from (
  select site, entity_id, round((stars_1 + 2 * stars_2 + 3 * stars_3 + 4 * stars_4 + 5 * stars_5)::numeric
    / nullif(stars_1 + stars_2 + stars_3 + stars_4 + stars_5, 0), 1) as average
  from review_summary where namespace = 'stores'
) rated
where product.site = rated.site and product.id::text = rated.entity_id and average is not null;
set constraints all immediate;
