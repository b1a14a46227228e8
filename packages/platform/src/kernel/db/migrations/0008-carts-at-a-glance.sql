-- Which products a cart's basis speaks of: one statement tells whether it still holds.
alter table cart add column products uuid[] not null default '{}';
-- Carts are rewritten with each change, and answers forgotten after a day: to press them costs more than it saves.
alter table cart set (toast_tuple_target = 8160);
alter table idempotency set (toast_tuple_target = 8160);
