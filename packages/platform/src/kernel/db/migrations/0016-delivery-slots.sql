-- How many orders each time of a way of delivery has, and which order is in which.
create table delivery_slot (
  site uuid not null references site,
  rule_code text not null,
  starts_at timestamptz not null,
  -- As it was when the last order came; null for any number.
  capacity integer,
  taken integer not null check (taken >= 0),
  primary key (site, rule_code, starts_at)
);
create table delivery_slot_order (
  site uuid not null references site,
  order_id uuid not null,
  rule_code text not null,
  starts_at timestamptz not null,
  primary key (site, order_id)
);
