-- When what is preordered is expected.
alter table product_preorder add column expected_date date;
