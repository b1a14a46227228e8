-- Discounts ask what collections a thing is in.
update product set facts = facts || jsonb_build_object('collectionIds', to_jsonb(collection_ids));

-- A shown cart holds until a rule begins or ends, where one is about to; one with a coupon or a membership is made anew each time.
alter table cart add column fresh_until timestamptz;
