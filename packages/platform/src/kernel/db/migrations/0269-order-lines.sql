-- What an order has, line by line: ids, products, variants and quantities. For statistics of many orders, whose documents are large.
-- Null until it is filled in for orders from before.
alter table orders
  add column line_ids text[],
  add column line_items text[],
  add column line_variants text[],
  add column line_quantities integer[];
create index orders_without_lines on orders (site, id) where line_ids is null;
