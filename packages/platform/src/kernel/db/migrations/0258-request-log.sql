-- Requests of programs to the API and how they were answered, for a week. Bodies are texts without secrets, cut where they are long.
create table request_log (
  site uuid not null references site,
  -- UUIDv7 of real time: rows are listed and forgotten by it.
  id uuid not null,
  at timestamptz not null,
  method text not null,
  path text not null,
  query text not null,
  -- Null where the path led nowhere.
  operation text,
  status integer not null,
  error_code text,
  request_id text not null,
  milliseconds integer not null,
  caller_kind text not null,
  caller_id uuid,
  caller_name text,
  address text,
  request_state text not null,
  request_body text,
  request_bytes integer not null,
  answer_state text not null,
  answer_body text,
  answer_bytes integer not null,
  -- The query or the path lacks a secret.
  secret_removed boolean not null,
  replay_of uuid,
  idempotency_key text,
  primary key (site, id)
);
