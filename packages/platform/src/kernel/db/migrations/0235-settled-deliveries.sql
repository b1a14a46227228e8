-- What came of deliveries in the last day is counted for each webhook.
create index webhook_delivery_settled on webhook_delivery (site, webhook_id, settled_at) where settled_at is not null;
