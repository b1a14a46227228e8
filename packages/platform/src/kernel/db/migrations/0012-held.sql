-- Ends a write that goes by what is no longer so: see `optimistic` in pool.ts.
create function held(so boolean) returns boolean language plpgsql as $$
begin
  if so is not true then
    raise exception 'what was read has changed meanwhile' using errcode = 'VT001';
  end if;
  return true;
end
$$;

-- Which products a checkout's lines speak of: read together with it.
alter table checkout add column products uuid[] not null default '{}';
