-- How well a product sells at present: units sold, each counting half as much as one that is sold thirty days later. Kept by a job.
alter table product add column best_selling double precision not null default 0;
create index product_by_best_selling on product (site, best_selling desc, numeric_id desc, id desc) where visible;

-- The units of an order that are in that figure, so that counting an order again changes it by what has changed alone.
create table product_sale (
  site uuid not null references site,
  order_id uuid not null,
  product_id uuid not null,
  units bigint not null,
  primary key (site, order_id, product_id)
);

-- Orders that were changed until then are counted.
alter table catalogue add column sales_counted_until timestamptz;

-- What a deleted product was, so that its address leads to what is like it.
alter table product_slug add column name text, add column brand text, add column collection_ids uuid[];
