-- Statistics of the last days.
create index order_return_by_date on order_return (site, created_at);
