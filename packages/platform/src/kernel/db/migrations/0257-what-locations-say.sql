-- What a location of the business says of itself beside its name and address: description, email, phone, fax, time zone, types.
alter table stock_location add column details jsonb not null default '{}';
