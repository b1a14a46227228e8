-- Carts that are nobody's current one stand beside it: an owner has one current cart, and as many others as they made.
alter table cart add column current boolean not null default true;
create unique index cart_current on cart (site, owner) where current;
drop index cart_of_owner;
create index cart_not_current on cart (site, owner) where not current;
