-- What changes in an order's document when it comes to stand, so that the rest need not be written again. Null where the document says it itself.
alter table orders add column standing jsonb;
