-- Orders by their number, as the merchant's list turns them over: a unique index whose predicate nothing implies is no help there.
create index orders_by_number_in_turn on orders (site, number, id) where status <> 'INITIALIZED';
