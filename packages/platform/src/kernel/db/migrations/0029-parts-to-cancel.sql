-- Which pieces a buyer wants to have taken out; null where it is the whole order.
alter table cancellation_request add column lines jsonb;
