-- Which versions of the shop's pages a buyer agreed to: [{ id, title, version }].
alter table consent add column pages jsonb;
