create table membership (
  site uuid not null references site,
  id uuid not null,
  member_id uuid not null,
  document jsonb not null,
  credits_total integer,
  credits_left integer check (credits_left >= 0),
  ends_at timestamptz,
  created_at timestamptz not null,
  primary key (site, id)
);
create index membership_of_member on membership (site, member_id, created_at) where member_id is not null;

-- How many credits an order took of a membership.
create table membership_use (
  site uuid not null,
  membership_id uuid not null,
  order_id uuid not null,
  credits integer not null,
  primary key (site, membership_id, order_id)
);
create index membership_use_by_order on membership_use (site, order_id) where order_id is not null;
