-- An order's document says all of it again (decision 0061): what approval changed is put into it.
update orders set document = document || standing where standing is not null;
alter table orders drop column standing;
