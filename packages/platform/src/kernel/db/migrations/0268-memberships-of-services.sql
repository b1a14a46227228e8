-- What services were asked to charge memberships for. It is written before they are asked, so that none is forgotten.
create table service_membership_charge (
  site uuid not null references site,
  -- The service is asked with this as its idempotency key, and with the same one where its answer was lost.
  id uuid not null,
  plugin_id uuid not null,
  member_id uuid not null,
  app_id uuid not null,
  membership_id text not null,
  name text not null,
  -- The cart, the checkout where it is of no cart, or the order whose merchant charges it.
  purchase_id uuid not null,
  line_item_id text not null,
  item jsonb not null,
  -- The order that took it.
  order_id uuid,
  -- ASKED, UNKNOWN (it did not answer), CHARGED, USED (by its order), RELEASED (by it), VOIDING, VOIDED, REFUSED or LOST
  state text not null,
  -- What the service calls it.
  transaction_id text,
  -- Whether the service was asked to void it: then whether it can be voided is no question any more.
  void_asked boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site, id)
);
-- A line of a checkout is charged once at a time.
create unique index service_membership_charge_at_once on service_membership_charge (site, purchase_id, line_item_id) where state in ('ASKED', 'CHARGED');
create index service_membership_charge_by_purchase on service_membership_charge (site, purchase_id);
create index service_membership_charge_by_order on service_membership_charge (site, order_id);
create index service_membership_charge_open on service_membership_charge (site, updated_at) where state in ('ASKED', 'UNKNOWN', 'CHARGED', 'RELEASED', 'VOIDING');
