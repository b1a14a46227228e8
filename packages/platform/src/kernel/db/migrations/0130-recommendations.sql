-- What is learned of orders (`ORDER`) and of visits (`VISIT`): how often each product was in one, and how often two were in the same one. Each pair
-- stands in both directions.
create table product_occurrence (
  site uuid not null references site,
  kind text not null,
  product_id uuid not null,
  count integer not null,
  -- Its recommendations have still to follow.
  stale boolean not null,
  primary key (site, kind, product_id)
);
create index product_occurrence_stale on product_occurrence (site, kind, product_id) where stale;

create table product_pair (
  site uuid not null references site,
  kind text not null,
  product_id uuid not null,
  other_id uuid not null,
  count integer not null,
  primary key (site, kind, product_id, other_id)
) with (fillfactor = 90);
-- Pairs that happened once say nothing, and most are of that kind.
create index product_pair_most on product_pair (site, kind, product_id, count desc, other_id) where count > 1;

-- The products of an order that are counted, so that counting an order again changes what has changed alone.
create table counted_order (
  site uuid not null references site,
  order_id uuid not null,
  product_ids uuid[] not null,
  primary key (site, order_id)
);

-- Looks at products that are not counted yet: no row says whose, and none stays longer than until the next minute.
create table product_view (
  site uuid not null references site,
  id uuid not null,
  product_id uuid not null,
  -- What was looked at before in the same visit.
  before uuid[] not null,
  primary key (site, id)
);

-- How far learning has come: `ORDER`, `VISIT`, `SIMILAR`.
create table recommendation_progress (
  site uuid not null references site,
  kind text not null,
  -- Orders or visits that are counted.
  occasions bigint not null default 0,
  -- Orders, or products, that were changed until then are learned.
  learned_until timestamptz,
  -- The walk over all products: where it is, and when it began. Absent where none is under way.
  place uuid,
  walk_began_at timestamptz,
  primary key (site, kind)
);

-- What is recommended, ready to be read: beside a product, or under 00000000-… to everybody.
create table recommendation (
  site uuid not null references site,
  algorithm text not null,
  product_id uuid not null,
  items jsonb not null,
  primary key (site, algorithm, product_id)
);

-- What the shop puts first beside a product (or under 00000000-… everywhere), and what it never shows there.
create table recommendation_pick (
  site uuid not null references site,
  product_id uuid not null,
  other_id uuid not null,
  -- Where it is pinned; absent where it is excluded.
  place smallint,
  primary key (site, product_id, other_id)
);
