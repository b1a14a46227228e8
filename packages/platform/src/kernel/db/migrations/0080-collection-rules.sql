-- What a rule may ask of a product and no other column says: its ribbon, brand and SKUs without case and accents, the weight of its heaviest variant,
-- and by how many hundredths of a percent the most reduced variant on sale is reduced.
alter table product
  add column rule_collection_ids uuid[] not null default '{}',
  add column traits jsonb not null default '{}';
alter table product alter column rule_collection_ids set storage main;
update product set traits = jsonb_build_object(
  'ribbon', lower(coalesce(draft->>'ribbon', substring(document from '"ribbon":"([^"\\]*)"'), '')),
  'brand', lower(brand),
  'skus', (
    select coalesce(jsonb_agg(distinct lower(sku)), '[]') from (
      select product.sku union all select variant->>'sku' from jsonb_array_elements(facts->'variants') variant
    ) all_skus where sku <> ''),
  'weight', (
    select coalesce(max((variant->>'weight')::numeric), 0)
    from jsonb_array_elements(facts->'variants') variant where (variant->>'visible')::boolean),
  'discount', (
    select coalesce(max(floor(10000 * ((variant->>'fullPrice')::numeric - (variant->>'price')::numeric) / nullif((variant->>'fullPrice')::numeric, 0))), 0)
    from jsonb_array_elements(facts->'variants') variant where (variant->>'visible')::boolean));

-- Without a rule the products of a collection are picked by hand. `rule_cursor` is the last product that was looked at since the rule changed, and null
-- once all were; `rule_time` is how far the shop's clock has been followed by a rule that asks for a product's age.
alter table collection
  add column rule jsonb,
  add column rule_cursor uuid,
  add column rule_time timestamptz,
  add column sort text collate "C" not null default 'MANUAL',
  add column placed integer not null default 0;
create index collection_to_update on collection (site) where rule_cursor is not null;
create index collection_by_time on collection (site) where rule_time is not null;

-- A rule asks for the stock of this product: whoever changes it looks whether the product has to move.
alter table stock add column watched boolean not null default false;

-- Which place a product has in a collection that its merchant puts into an order.
create table collection_place (
  site uuid not null,
  collection_id uuid not null,
  product_id uuid not null,
  position integer not null,
  primary key (site, collection_id, product_id),
  foreign key (site, collection_id) references collection on delete cascade,
  foreign key (site, product_id) references product on delete cascade
);
create index collection_place_of_product on collection_place (product_id, site);

-- Slugs that collections had, and where they lead now; nowhere where the collection was deleted.
create table collection_slug (
  site uuid not null references site,
  slug text collate "C" not null,
  collection_id uuid,
  created_at timestamptz not null,
  primary key (site, slug),
  foreign key (site, collection_id) references collection
);
create index collection_slug_of_collection on collection_slug (site, collection_id) where collection_id is not null;
