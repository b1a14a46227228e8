-- Each minute the addresses that nobody confirmed and the counts of long ago are forgotten, without reading all that there are.
create index newsletter_subscriber_pending on newsletter_subscriber (site, asked_at) where state = 'PENDING';
create index wishlist_move_by_day on wishlist_move (site, day) where day is not null;
