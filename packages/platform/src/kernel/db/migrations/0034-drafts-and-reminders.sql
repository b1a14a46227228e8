-- Drafts of orders that are written at the desk: their number, what they are found by, and until when they hold their pieces.
alter table draft_order
  -- Of drafts from scratch; an edit of an order has none.
  add column number integer,
  -- Whom it is for and what is in it, folded.
  add column words text not null default '',
  -- Until then its pieces, or those of the order it has become and that nobody has paid, are kept.
  add column held_until timestamptz,
  -- How it became an order: LINK, PAID, LATER.
  add column placed text;
update draft_order set number = counted.number
from (
  select site, id, row_number() over (partition by site order by created_at, id) as number from draft_order where document -> 'agreed' is null
) as counted
where draft_order.site = counted.site and draft_order.id = counted.id;
create index draft_order_at_desk on draft_order (site, created_at desc, id desc) where number is not null;
create index draft_order_held on draft_order (site, held_until) where held_until is not null;

create table draft_number (
  site uuid not null references site,
  last integer not null,
  primary key (site)
);
insert into draft_number (site, last) select site, max(number) from draft_order where number is not null group by site;

-- How far buyers came before they left, and how often they were reminded.
alter table abandoned_checkout
  -- ADDRESS, DELIVERY, PAYMENT
  add column stopped text not null default 'PAYMENT',
  -- What stood in the way: PAYMENT_DECLINED, NO_DELIVERY, OUT_OF_STOCK, COUPON_REFUSED; NONE where the shop does not know.
  add column obstacle text not null default 'NONE',
  add column letters integer not null default 0,
  add column last_letter_at timestamptz,
  -- When the next one goes by itself, or as soon as it can; and what somebody at the desk wanted in it.
  add column next_letter_at timestamptz,
  add column next_letter jsonb,
  -- By which request it was asked for last: sent again it is the same.
  add column letter_attempt uuid;
update abandoned_checkout set letters = 1, last_letter_at = created_at where activities @> '[{"type": "EMAIL_SENT"}]';
create index abandoned_checkout_next_letter on abandoned_checkout (site, next_letter_at) where next_letter_at is not null;
