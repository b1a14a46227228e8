-- Which VITRINE_SECRET a key is wrapped with, by a name that tells nothing of it; null where the key lies as it is.
alter table signing_key add column wrapped_by text;
alter table authentication_key add column wrapped_by text;
alter table gift_card_key add column wrapped_by text;
alter table plugin_key add column wrapped_by text;
