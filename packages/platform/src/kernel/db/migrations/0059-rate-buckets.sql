-- Token buckets of rate limits that all processes share: of emails, and of guesses of a secret. The key is a digest. One that is full again is swept.
create table rate_bucket (
  site uuid not null,
  key text not null,
  tokens double precision not null,
  updated_at timestamptz not null,
  primary key (site, key)
) with (fillfactor = 70);
create index rate_bucket_by_time on rate_bucket (updated_at);
