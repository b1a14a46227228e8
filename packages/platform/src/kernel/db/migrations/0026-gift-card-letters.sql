-- A card may be mailed again: its code stays in its envelope while the card is good.
alter table gift_card add column copy_at timestamptz;
alter table gift_card add column send_to text;
alter table gift_card add column sent_again integer not null default 0;
drop index gift_card_to_mail;
create index gift_card_to_mail on gift_card (site, notify_at) where notify_at is not null;
create index gift_card_to_copy on gift_card (site, copy_at) where copy_at is not null;
