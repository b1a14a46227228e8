-- Products as their merchants wrote them: what changes of a product are made in. Of products from before it is made from their documents.
alter table product add column draft jsonb;
alter table product alter column draft set storage external;

-- Slugs that products had, and where they lead now; nowhere where the product was deleted.
create table product_slug (
  site uuid not null references site,
  slug text collate "C" not null,
  product_id uuid,
  created_at timestamptz not null,
  primary key (site, slug),
  foreign key (site, product_id) references product
);
create index product_slug_of_product on product_slug (site, product_id) where product_id is not null;
