-- What members of the community show on their pages, beside their names; without a row nothing.
create table member_page (
  site uuid not null references site,
  member_id uuid not null,
  -- Their reviews and answers.
  shows_words boolean not null,
  -- That they have bought what they review.
  shows_bought boolean not null,
  -- A wish list of theirs that shows, and the token of the link by which it does.
  wishlist_id uuid,
  wishlist_token text,
  -- Whether search engines may find the page.
  indexable boolean not null,
  updated_at timestamptz not null,
  primary key (site, member_id),
  foreign key (site, member_id) references member (site, id) on delete cascade,
  foreign key (site, wishlist_id) references wishlist (site, id) on delete set null (wishlist_id)
);
create index member_page_by_wishlist on member_page (site, wishlist_id) where wishlist_id is not null;
