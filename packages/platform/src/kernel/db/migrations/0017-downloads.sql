-- Files that are sold have no address of their own: they are handed over to those who bought them.
alter table media add column private boolean not null default false;

-- The link to a file of an order that works now: the links before it are over.
create table download (
  site uuid not null references site,
  order_id uuid not null,
  line_item_id uuid not null,
  -- Which of the links this is, from 1.
  opening integer not null,
  expires_at timestamptz not null,
  used integer not null,
  at_most integer not null,
  last_used_at timestamptz,
  opened_at timestamptz not null,
  primary key (site, order_id, line_item_id),
  foreign key (site, order_id) references orders (site, id)
);

-- What buyers ask of the shop: that their order be cancelled.
create table cancellation_request (
  site uuid not null references site,
  order_id uuid not null,
  reason text not null,
  asked_at timestamptz not null,
  primary key (site, order_id),
  foreign key (site, order_id) references orders (site, id)
);
