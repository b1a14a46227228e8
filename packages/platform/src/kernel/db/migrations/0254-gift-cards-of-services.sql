-- Gift cards of somebody else's service that buyers have named here.
create table service_gift_card (
  site uuid not null references site,
  id uuid not null,
  plugin_id uuid not null,
  -- All that is kept of the code in the open is its last four characters.
  hash bytea not null,
  sealed bytea not null,
  suffix text not null,
  named_at timestamptz not null,
  primary key (site, id)
);
create unique index service_gift_card_by_code on service_gift_card (site, plugin_id, hash);

-- What their services were asked to take off them. It is written before they are asked, so that none is forgotten.
create table service_gift_card_redemption (
  site uuid not null,
  id uuid not null,
  card_id uuid not null,
  checkout_id uuid not null,
  order_id uuid not null,
  owner text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  -- ASKED, UNKNOWN (it did not answer), REDEEMED, USED (by its order), RELEASED (by it), VOIDING, VOIDED, REFUSED or LOST
  state text not null,
  -- What the service calls it.
  transaction_id text,
  used_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site, id),
  foreign key (site, card_id) references service_gift_card
);
-- A checkout takes money off a card once at a time.
create unique index service_gift_card_redemption_at_once on service_gift_card_redemption (site, checkout_id) where state in ('ASKED', 'REDEEMED');
create index service_gift_card_redemption_by_card on service_gift_card_redemption (site, card_id);
create index service_gift_card_redemption_by_checkout on service_gift_card_redemption (site, checkout_id);
create index service_gift_card_redemption_by_order on service_gift_card_redemption (site, order_id);
create index service_gift_card_redemption_open on service_gift_card_redemption (site, updated_at) where state in ('ASKED', 'UNKNOWN', 'REDEEMED', 'RELEASED', 'VOIDING');
