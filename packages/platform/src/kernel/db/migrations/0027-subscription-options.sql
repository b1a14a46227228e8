-- A way of buying things again and again, and which products have it.
create table subscription_option (
  site uuid not null references site,
  id uuid not null,
  document jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site, id)
);

create table product_subscription_option (
  site uuid not null,
  product_id uuid not null,
  option_id uuid not null,
  position integer not null,
  hidden boolean not null,
  primary key (site, product_id, option_id),
  foreign key (site, product_id) references product,
  foreign key (site, option_id) references subscription_option
);
create index product_by_subscription_option on product_subscription_option (site, option_id, product_id) where option_id is not null;

alter table product
  -- Whether it is sold once, too, where it has options that shoppers see.
  add column sold_once boolean not null default false,
  -- What those options add to `facts` and to the end of `document`; written with them, never with the product.
  add column plan_facts jsonb,
  add column plan_document text;
alter table product
  alter column plan_facts set storage external,
  alter column plan_document set storage external;

-- Until now they were part of a product's facts, and nobody but programs could choose one. Those products were sold once, too.
insert into subscription_option (site, id, document, created_at, updated_at)
select distinct on (site, id) site, id, document, created_at, created_at from (
  select product.site, (plan ->> 'id')::uuid as id, plan - 'id' as document, product.created_at
  from product, jsonb_array_elements(product.facts -> 'plans') plan
) found order by site, id;

insert into product_subscription_option (site, product_id, option_id, position, hidden)
select product.site, product.id, (plan ->> 'id')::uuid, (place - 1)::integer, false
from product, jsonb_array_elements(product.facts -> 'plans') with ordinality plans (plan, place);

update product set sold_once = true, facts = facts - 'plans', plan_facts = jsonb_build_object('plans', facts -> 'plans'),
  plan_document = ',"subscriptionDetails":' || jsonb_build_object(
    'allowOneTimePurchases', true,
    'subscriptions', (
      select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'id', plan -> 'id', 'title', plan -> 'title', 'description', plan -> 'description', 'visible', true,
        'frequency', plan #> '{settings,frequency}', 'interval', coalesce(plan #> '{settings,interval}', '1'),
        'autoRenewal', case when plan #> '{settings,billingCycles}' is null then plan #> '{settings,autoRenewal}' end,
        'billingCycles', plan #> '{settings,billingCycles}',
        'enableCustomerCancellation', plan #> '{settings,enableCustomerCancellation}',
        'freeTrialPeriod', plan #> '{settings,freeTrialPeriod}',
        'discount', case when plan ? 'percentOff'
          then jsonb_build_object('type', 'PERCENT', 'percentOff', (plan ->> 'percentOff')::numeric) end
      )) order by place)
      from jsonb_array_elements(facts -> 'plans') with ordinality plans (plan, place)
    ))::text || '}'
where facts ? 'plans';
