-- Accounts that administrators made, or approved, are vouched for; a registration confirms its own address.
alter table users
  add column email_confirmed_at timestamptz default now(),
  -- An account whose address nobody confirms by then is deleted.
  add column unconfirmed_until timestamptz;

update users set email_confirmed_at = null, unconfirmed_until = now() + interval '30 days'
  where pending and deleted_at is null;

-- An address belongs to whoever confirmed it. Typing it into a form keeps nobody else from it.
drop index users_email_key;
create unique index users_email_key on users (email)
  where deleted_at is null and email_confirmed_at is not null;
create index users_unconfirmed on users (unconfirmed_until)
  where deleted_at is null and email_confirmed_at is null;

create table email_confirmations (
  token_hash bytea primary key,
  user_id integer not null references users (id),
  -- Spellings of one mailbox count as one.
  mailbox text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_confirmations_by_mailbox on email_confirmations (mailbox, created_at);
create index email_confirmations_by_user on email_confirmations (user_id);
