-- Until when, by real time, one process has the emails of a card for itself.
alter table gift_card add column email_lease timestamptz;
