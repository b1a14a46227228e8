-- Under which id the stages of a named write keep what they do, so that a retry after a crash goes on with it.
alter table idempotency add column attempt uuid;

-- The provider has still to be told that a payment is given up and that money which came for it goes back.
alter table payment add column void_owed boolean not null default false;
create index payment_to_void on payment (site, id) where void_owed;
