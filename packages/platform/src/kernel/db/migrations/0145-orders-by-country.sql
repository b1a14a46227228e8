-- Merchants look for the orders that go to a country. The expression is that of orders/fields.ts.
create index orders_by_country on orders (
  site,
  (coalesce(document #>> '{shippingInfo,logistics,shippingDestination,address,country}', document #>> '{billingInfo,address,country}', '') collate "C"),
  created_at,
  id
) where status <> 'INITIALIZED';
