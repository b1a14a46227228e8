-- The jobs page reads work on files, imports and changes of many products from the newest on, page by page.
create index media_job_in_order on media_job (site, created_at desc, media_id desc) where created_at is not null;
create index product_import_in_order on product_import (site, created_at desc, id desc) where created_at is not null;
create index product_job_in_order on product_job (site, created_at desc, id desc) where created_at is not null;
