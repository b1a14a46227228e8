-- What members ask about products.
create table question (
  site uuid not null references site,
  id uuid not null,
  product_id uuid not null,
  member_id uuid,
  author_name text,
  body text not null,
  -- What it says, without case and signs, as a hash: nobody asks the same twice.
  text_hash bytea not null,
  -- WAITING, PUBLISHED, REJECTED
  status text not null,
  -- Why it waits, or waited.
  reasons text[] not null default '{}',
  -- How many of its answers show, and how many wait to be read.
  answers integer not null default 0,
  waiting_answers integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site, id),
  foreign key (site, product_id) references product on delete cascade
);
create unique index question_once on question (site, member_id, product_id, text_hash) where member_id is not null;
create index question_by_member on question (site, member_id, created_at desc, id desc) where member_id is not null;
create index question_by_product on question (site, product_id, (answers > 0) desc, created_at desc, id desc);
create index question_by_text on question (site, text_hash);
create index question_to_answer on question (site, created_at, id) where status <> 'REJECTED' and (answers = 0 or waiting_answers > 0);
create index question_answered on question (site, created_at desc, id desc)
  where status <> 'REJECTED' and answers > 0 and waiting_answers = 0;
create index question_rejected on question (site, created_at desc, id desc) where status = 'REJECTED';

-- What the shop answers, once, and members who have bought the product, each once.
create table question_answer (
  site uuid not null,
  id uuid not null,
  question_id uuid not null,
  by_shop boolean not null,
  member_id uuid,
  author_name text,
  -- The order by which its author is known to have bought the product.
  order_id uuid,
  body text not null,
  text_hash bytea not null,
  status text not null,
  reasons text[] not null default '{}',
  helpful integer not null default 0,
  -- When the asker is to be told by email; null where there is nothing to tell, or no longer.
  tell_at timestamptz,
  tell_tries smallint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site, id),
  foreign key (site, question_id) references question on delete cascade
);
create unique index question_answer_of_shop on question_answer (site, question_id) where by_shop;
create unique index question_answer_of_member on question_answer (site, question_id, member_id) where member_id is not null;
create index question_answer_by_question on question_answer (site, question_id);
create index question_answer_by_member on question_answer (site, member_id, created_at desc, id desc) where member_id is not null;
create index question_answer_to_tell on question_answer (site, tell_at) where tell_at is not null;

-- Who found an answer helpful: a member, or a visitor.
create table question_vote (
  site uuid not null,
  answer_id uuid not null,
  voter text not null,
  created_at timestamptz not null,
  primary key (site, answer_id, voter),
  foreign key (site, answer_id) references question_answer on delete cascade
);
create index question_vote_by_voter on question_vote (site, voter, answer_id) where voter <> '';
