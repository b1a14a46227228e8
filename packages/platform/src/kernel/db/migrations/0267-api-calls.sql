-- Calls of programs and browsers to the API, counted by quarters of an hour of real time, for a week.
create table api_calls (
  site uuid not null references site,
  quarter timestamptz not null,
  requests integer not null,
  errors integer not null,
  limited integer not null,
  -- How many took how long, by buckets of which four double the duration.
  durations integer[] not null,
  primary key (site, quarter)
);
