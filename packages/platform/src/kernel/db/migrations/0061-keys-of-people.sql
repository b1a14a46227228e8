-- Keys end when they were to end, or with the person who made them; and say when and from where they were used last.
alter table api_key
  add column expires_at timestamptz,
  -- The address of the network, IPv6 by its /64.
  add column used_from text;
create index api_key_of_person on api_key (site, created_by) where created_by is not null and revoked_at is null;

-- Who made the secret that a program speaks with in an app's own name. Nobody, where the shop itself did.
alter table oauth_app add column secret_by uuid;
