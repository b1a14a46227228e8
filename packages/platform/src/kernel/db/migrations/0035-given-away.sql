-- What orders got by a coupon or a rule, in minor units. A coupon's row is held while it is counted, so the sum costs nobody any waiting.
alter table coupon add column given bigint not null default 0;
alter table coupon_use add column given bigint not null default 0;
alter table discount_rule_use add column given bigint not null default 0;

-- Orders from before say it in their documents, with all the decimals of their currency. Of the names a buyer goes by one bears the sum.
with amounts as (
  select orders.site, orders.id as order_id, (discount #>> '{coupon,id}')::uuid as coupon_id,
    sum(replace(discount #>> '{coupon,amount,amount}', '.', '')::bigint) as given
  from orders, jsonb_array_elements(orders.document -> 'appliedDiscounts') as discount
  where discount #>> '{coupon,id}' is not null and exists (
    select from coupon_use where coupon_use.site = orders.site and coupon_use.order_id = orders.id
      and coupon_use.coupon_id::text = discount #>> '{coupon,id}')
  group by 1, 2, 3
)
update coupon_use set given = amounts.given from amounts
where coupon_use.site = amounts.site and coupon_use.order_id = amounts.order_id and coupon_use.coupon_id = amounts.coupon_id
  and coupon_use.customer = (
    select min(same.customer) from coupon_use same
    where same.site = amounts.site and same.coupon_id = amounts.coupon_id and same.order_id = amounts.order_id);
update coupon set given = sums.given
from (select site, coupon_id, sum(given)::bigint as given from coupon_use group by 1, 2) as sums
where coupon.site = sums.site and coupon.id = sums.coupon_id;
with amounts as (
  select orders.site, orders.id as order_id, (discount #>> '{discountRule,id}')::uuid as rule_id,
    sum(replace(discount #>> '{discountRule,amount,amount}', '.', '')::bigint) as given
  from orders, jsonb_array_elements(orders.document -> 'appliedDiscounts') as discount
  where discount #>> '{discountRule,id}' is not null and exists (
    select from discount_rule_use where discount_rule_use.site = orders.site and discount_rule_use.order_id = orders.id
      and discount_rule_use.rule_id::text = discount #>> '{discountRule,id}')
  group by 1, 2, 3
)
update discount_rule_use set given = amounts.given from amounts
where discount_rule_use.site = amounts.site and discount_rule_use.order_id = amounts.order_id and discount_rule_use.rule_id = amounts.rule_id;

-- Uses and sums of a rule without a look at its rows.
create index discount_rule_use_given on discount_rule_use (site, rule_id) include (given) where rule_id is not null;

-- What a shop owes on its cards, and the cards that are somebody's, by their mail.
create index gift_card_owed on gift_card (site, currency, expires_at) include (balance) where balance > 0 and disabled_at is null;
create index gift_card_by_recipient on gift_card (site, lower(document #>> '{notification,recipient,email}'), created_at desc, id desc)
  where document #>> '{notification,recipient,email}' is not null;
create index gift_card_disabled on gift_card (site, created_at desc, id desc) where disabled_at is not null;
