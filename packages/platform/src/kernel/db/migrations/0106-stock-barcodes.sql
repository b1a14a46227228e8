-- Stock is found by the barcode that somebody scans.
alter table stock add column barcode text collate "C";
update stock set barcode = found.barcode from (
  select product.site, product.id, variant->>'counted' as variant_id, min(variant->>'barcode') as barcode
  from product cross join lateral jsonb_array_elements(product.facts->'variants') variant
  where variant->>'barcode' <> ''
  group by product.site, product.id, variant->>'counted') found
where stock.site = found.site and stock.product_id = found.id and stock.variant_id::text = found.variant_id;
create index stock_barcode on stock (site, barcode) where barcode is not null;

create index stock_transfer_in_transit on stock_transfer (site, id) where status = 'IN_TRANSIT';
