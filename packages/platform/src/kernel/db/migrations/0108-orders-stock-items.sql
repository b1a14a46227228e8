-- The units of an order are taken from stock items.
alter table orders rename column shelves to stock_items;
