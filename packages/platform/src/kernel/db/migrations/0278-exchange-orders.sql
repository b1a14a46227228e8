-- The return that an order is the exchange for.
create index order_return_by_exchange on order_return (site, (document #>> '{exchangeOrder,id}')) where document ? 'exchangeOrder';
