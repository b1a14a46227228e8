-- Which products show a file, and which sell one: asked before it is deleted.
create index product_by_media on product using gin (site, jsonb_path_query_array(draft, '$.media[*].id')) where draft is not null;
create index product_by_file on product (site, (draft ->> 'fileId')) where draft ? 'fileId';
