-- When its owner agreed that a card is kept for orders to come, and to which words. Without it a card is kept for what comes again.
alter table saved_payment_method add column agreed_at timestamptz, add column agreed_text text;
-- The last month in which a card that the sandbox keeps is good: 2030-12.
alter table sandbox_charge add column good_until text;
