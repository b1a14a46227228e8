-- Variants of which hardly anything is left, or nothing, so that they are found among millions without a look at all of them. How many there are
-- stands with the stock alone: a sale touches this only where it makes a variant one of these.
create table low_stock (
  site uuid not null,
  product_id uuid not null,
  variant_id uuid not null,
  primary key (site, product_id, variant_id),
  foreign key (site, product_id, variant_id) references stock on delete cascade
);

create function keep_low_stock() returns trigger language plpgsql as $$
begin
  if (case when new.tracked then new.quantity <= 10 else not new.in_stock end) then
    insert into low_stock (site, product_id, variant_id) values (new.site, new.product_id, new.variant_id) on conflict do nothing;
  else
    delete from low_stock where site = new.site and product_id = new.product_id and variant_id = new.variant_id;
  end if;
  return null;
end
$$;

create trigger stock_is_low after insert on stock for each row
  when (case when new.tracked then new.quantity <= 10 else not new.in_stock end) execute function keep_low_stock();
create trigger stock_gets_low after update on stock for each row
  when (case when old.tracked then old.quantity <= 10 else not old.in_stock end <> case when new.tracked then new.quantity <= 10 else not new.in_stock end)
  execute function keep_low_stock();

insert into low_stock (site, product_id, variant_id)
select site, product_id, variant_id from stock where case when tracked then quantity <= 10 else not in_stock end;

-- Products without a picture, which merchants look for.
create index product_without_picture on product (site, id) where not (facts ? 'image');
