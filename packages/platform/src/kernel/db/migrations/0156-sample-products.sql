-- Whether the file of an import is the sample that comes with Vitrine, and the collections that an import made: [{"id": "…", "name": "Mugs"}].
alter table product_import add column sample boolean not null default false;
alter table product_import add column collections jsonb not null default '[]';
