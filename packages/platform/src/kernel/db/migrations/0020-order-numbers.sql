-- The shop's next number, for a statement that writes an order; its row is locked until the transaction ends.
create function next_order_number(of_site uuid, first bigint) returns bigint language sql as $$
  insert into order_counter (site, last) values (of_site, first)
  on conflict (site) do update set last = order_counter.last + 1 returning last
$$;
