-- What a buyer's bank took back of a charge of the sandbox, and gave again.
alter table sandbox_charge add column disputed bigint not null default 0, add column returned bigint not null default 0;
