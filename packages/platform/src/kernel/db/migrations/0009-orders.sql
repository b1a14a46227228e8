-- What orders are searched and sorted by, beside the document: written with it, empty where it has no such thing.
alter table orders
  add column purchased_at timestamptz,
  add column email_key text collate "C" not null default '',
  add column first_name text collate "C" not null default '',
  add column first_name_key text collate "C" not null default '',
  add column last_name text collate "C" not null default '',
  add column last_name_key text collate "C" not null default '',
  add column contact_id uuid,
  add column created_by_user uuid,
  add column channel text not null default 'UNSPECIFIED',
  add column external_order_id text not null default '',
  add column region text collate "C" not null default '',
  add column shipping_title text collate "C" not null default '',
  add column delivery_time text collate "C" not null default '',
  add column slot_from timestamptz,
  add column slot_to timestamptz,
  add column location_id uuid,
  add column location_name text collate "C" not null default '',
  add column authorized bigint not null default 0,
  add column pending bigint not null default 0,
  add column pending_refund bigint not null default 0,
  add column tax bigint not null default 0,
  add column archived boolean not null default false,
  add column imported boolean not null default false,
  add column seen boolean not null default false,
  add column item_ids text[] not null default '{}',
  add column item_app_ids text[] not null default '{}',
  add column item_names text[] not null default '{}',
  add column item_location_ids text[] not null default '{}',
  add column subscription_ids text[] not null default '{}',
  add column tags text[] not null default '{}',
  add column private_tags text[] not null default '{}';

-- Orders from before. Amounts are decimal text there; their places are the currency's, as in `total`.
update orders set
  purchased_at = coalesce((document ->> 'purchasedDate')::timestamptz, created_at),
  email_key = lower(email),
  first_name = coalesce(document #>> '{billingInfo,contactDetails,firstName}', ''),
  first_name_key = lower(coalesce(document #>> '{billingInfo,contactDetails,firstName}', '')),
  last_name = coalesce(document #>> '{billingInfo,contactDetails,lastName}', ''),
  last_name_key = lower(coalesce(document #>> '{billingInfo,contactDetails,lastName}', '')),
  member_id = (document #>> '{buyerInfo,memberId}')::uuid,
  created_by_user = (document #>> '{createdBy,userId}')::uuid,
  channel = coalesce(document #>> '{channelInfo,type}', 'UNSPECIFIED'),
  region = coalesce(document #>> '{shippingInfo,region,name}', ''),
  shipping_title = coalesce(document #>> '{shippingInfo,title}', ''),
  delivery_time = coalesce(document #>> '{shippingInfo,logistics,deliveryTime}', ''),
  tax = round((document #>> '{taxInfo,totalTax,amount}')::numeric
    * case when (document #>> '{priceSummary,total,amount}')::numeric = 0 then 0 else total / (document #>> '{priceSummary,total,amount}')::numeric end),
  item_ids = array(select line #>> '{catalogReference,catalogItemId}' from jsonb_array_elements(document -> 'lineItems') as line
    where line #>> '{catalogReference,catalogItemId}' is not null),
  item_app_ids = array(select distinct line #>> '{catalogReference,appId}' from jsonb_array_elements(document -> 'lineItems') as line
    where line #>> '{catalogReference,appId}' is not null),
  item_names = array(select line #>> '{productName,original}' from jsonb_array_elements(document -> 'lineItems') as line
    where line #>> '{productName,original}' is not null);

alter table orders alter column purchased_at set not null;
-- Documents lie beside the table, so that rows which are only compared stay small.
alter table orders set (toast_tuple_target = 256);

create index orders_by_created on orders (site, created_at, id);
create index orders_by_updated on orders (site, updated_at, id);
create index orders_by_purchased on orders (site, purchased_at, id);
create index orders_by_total on orders (site, total, id);
create index orders_by_email on orders (site, email_key, id);
create index orders_by_last_name on orders (site, last_name_key, id);
create index orders_by_payment on orders (site, payment_status, created_at, id);
create index orders_by_fulfillment on orders (site, fulfillment_status, created_at, id);
create index orders_by_checkout on orders (site, checkout_id) where checkout_id is not null;
create index orders_by_guest on orders using gin (site, guests);
create index orders_by_item on orders using gin (site, item_ids);
create index orders_by_tag on orders using gin (site, tags);
create index orders_by_private_tag on orders using gin (site, private_tags);
