-- What products of catalogue v3 are filtered and sorted by. Rows from before have none of it until a job has written them again: see
-- `catalogue_rewrite`.
alter table product
  -- The shape that the row is written in; 0 of those from before shapes were counted.
  add column written smallint not null default 0,
  -- What the dearest visible variant costs, and what discounted ones cost before; minor units.
  add column max_price bigint,
  add column compare_min bigint,
  add column compare_max bigint,
  -- In thousandths.
  add column min_weight bigint,
  add column max_weight bigint,
  add column ribbon text collate "C" not null default '',
  -- Made from the names: see `nameId`.
  add column brand_id uuid,
  add column ribbon_id uuid,
  -- The stock of variants that shoppers do not see.
  add column hidden_stock uuid[];

create index product_by_brand on product (site, brand_id, id) where brand_id is not null;
create index product_by_ribbon on product (site, ribbon_id, id) where ribbon_id is not null;

-- Options have a row for each choice; a text that buyers write has one without a choice.
alter table option_choice
  add column max_length integer,
  add column created_at timestamptz,
  add column updated_at timestamptz;
update option_choice set created_at = site.created_at, updated_at = site.created_at from site where site.site = option_choice.site;
alter table option_choice
  alter column created_at set not null,
  alter column updated_at set not null;

-- How far a shop's products are written in the shape of today.
create table catalogue_rewrite (
  site uuid primary key references site,
  version smallint not null,
  -- All products up to this one are.
  after_id uuid,
  written bigint not null,
  started_at timestamptz not null,
  finished_at timestamptz
);
