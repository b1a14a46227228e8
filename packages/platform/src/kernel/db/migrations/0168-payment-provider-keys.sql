-- The keys of a shop at its payment provider, as its merchant entered them: one JSON text, wrapped where there is a VITRINE_SECRET.
create table payment_provider_key (
  site uuid not null references site,
  keys text not null,
  wrapped_by text,
  updated_at timestamptz not null,
  primary key (site)
);
