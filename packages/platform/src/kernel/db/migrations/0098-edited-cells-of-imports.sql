-- Cells of the file that were edited in the preview, by row and column: {"12": {"3": "28.00"}}.
alter table product_import add column edited jsonb not null default '{}';
