-- A member's own subscriptions, the latest first.
create index subscription_contract_of_owner on subscription_contract (site, owner, created_at desc, id desc) where owner is not null;
