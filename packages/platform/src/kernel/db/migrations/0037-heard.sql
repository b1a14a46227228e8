-- When a provider of payments last told something by itself: a webhook that is not set up is silent.
create table payment_provider_heard (
  site uuid not null,
  provider text not null,
  heard_at timestamptz not null,
  primary key (site, provider)
);
