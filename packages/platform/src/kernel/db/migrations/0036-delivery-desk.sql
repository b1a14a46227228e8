-- Which orders a time of a way of delivery has.
create index delivery_slot_order_by_slot on delivery_slot_order (site, rule_code, starts_at, order_id) where starts_at is not null;

-- How the providers of rates and taxes answered the last times that they were asked.
create table provider_standing (
  site uuid not null references site,
  provider_id uuid not null,
  answered_at timestamptz,
  -- When, since when, with what code and in which words it did not.
  failure jsonb,
  failing boolean not null,
  primary key (site, provider_id)
);
