-- Which products show a file as a poster, and which reviews show one: asked before files that are used nowhere are deleted.
create index product_with_posters on product (site) where jsonb_path_exists(draft, '$.media[*].poster');
create index review_by_media on review using gin (site, jsonb_path_query_array(media, '$[*].id')) where media_count > 0;
