-- What a mail is about decides which goes first, and who may read of it. What it said leaves with it; `shown_…`
-- is what may be read of it afterwards, without links that open an account and without the words of others.
alter table mail_outbox
  -- To the millisecond, as the browser hands it back to ask for the next page.
  alter column created_at type timestamptz(3),
  add column category text not null default 'other'
    check (category in ('security', 'notification', 'marketing', 'other')),
  add column template text,
  add column shown_subject text,
  add column shown_text text,
  add column shown_html text,
  add column attempts integer not null default 0,
  add column last_error text,
  -- Nobody tries any more, unless it is sent again by hand.
  add column failed_at timestamptz,
  add check (sent_at is null or failed_at is null);
create index mail_outbox_latest on mail_outbox (created_at desc, id desc);
create index mail_outbox_sent on mail_outbox (sent_at desc) where sent_at is not null;
create index mail_outbox_waiting on mail_outbox (created_at desc, id desc)
  where sent_at is null and failed_at is null;
create index mail_outbox_failed on mail_outbox (created_at desc, id desc) where failed_at is not null;

-- What administrators made of the words of a mail; without a row its own words hold. Never changed: what is
-- saved is a further version.
create table email_template_versions (
  template text not null,
  version integer not null check (version >= 1),
  subject text not null check (char_length(subject) between 1 and 200),
  html text not null check (char_length(html) between 1 and 50000),
  text text not null check (char_length(text) between 1 and 20000),
  active boolean not null,
  restored_from integer,
  saved_at timestamptz not null default now(),
  saved_by integer not null references users (id),
  saved_by_name text not null,
  primary key (template, version)
);
create index email_template_versions_by_author on email_template_versions (saved_by);
