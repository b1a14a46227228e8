-- The subtotal of an order is before discounts, and its discount is all of them (decision 0156). True where an order from before still
-- has the discounts of rules within its subtotal; null where it is right.
alter table orders add column rules_in_subtotal boolean;
update orders set rules_in_subtotal = true
where document -> 'appliedDiscounts' @? '$[*].discountRule.amount'
  and (document #>> '{priceSummary,discount,amount}')::numeric < (
    select sum((coalesce(one #>> '{discountRule,amount,amount}', one #>> '{coupon,amount,amount}', one #>> '{merchantDiscount,amount,amount}', '0'))::numeric)
    from jsonb_array_elements(document -> 'appliedDiscounts') as one);
create index orders_with_rules_in_subtotal on orders (site, id) where rules_in_subtotal is not null;
