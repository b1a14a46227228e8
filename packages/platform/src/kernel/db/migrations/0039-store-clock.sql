-- Where the shop's clock is, where it does not go with real time.
create table store_clock (
  site uuid primary key references site,
  -- Where it stands; null while it runs.
  frozen_at timestamptz,
  -- How far ahead of real time it runs.
  ahead_ms bigint not null,
  -- One after the other: whoever moves it says from which.
  revision integer not null,
  moved_by text not null,
  moved_at timestamptz not null
);
create table store_clock_move (
  site uuid not null references site,
  id uuid not null,
  -- FROZE, LET_RUN, ADVANCED, RETURNED
  kind text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  effects integer not null,
  moved_by text not null,
  -- In real time.
  moved_at timestamptz not null,
  primary key (site, id)
);

-- What the sandbox bank does with the next payments, the first first.
create table sandbox_script (
  site uuid primary key references site,
  next text[] not null
);
