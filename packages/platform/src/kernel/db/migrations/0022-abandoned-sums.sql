-- What an abandoned checkout came to, for sums.
alter table abandoned_checkout add column currency text not null default '', add column total bigint not null default 0;
