-- Jackets: which documents a deal, a repair order and a new employee need. Whether one is there is read from the
-- documents themselves, and never stored.
create table jacket_checklists (
  kind text primary key check (kind in
    ('cash', 'finance', 'lease', 'wholesale', 'dealer_trade', 'repair_order', 'new_hire')),
  version integer not null default 1
);
insert into jacket_checklists (kind) values
  ('cash'), ('finance'), ('lease'), ('wholesale'), ('dealer_trade'), ('repair_order'), ('new_hire');

create table jacket_requirements (
  id integer generated always as identity primary key,
  kind text not null references jacket_checklists (kind),
  document_type text not null check (char_length(document_type) between 1 and 40),
  condition text not null default 'always' check (condition in ('always', 'new', 'used', 'trade',
    'trade_payoff', 'cash_over_10000', 'products', 'due_bills', 'customer_pay', 'warranty', 'drives')),
  position smallint not null check (position >= 1),
  -- Older records do not need it: what is added to a checklist leaves finished jackets finished.
  since date not null,
  unique (kind, document_type),
  unique (kind, position) deferrable initially deferred
);
-- Jackets of the last months are still worked on; those before are on paper, or in another system.
insert into jacket_requirements (kind, document_type, condition, position, since)
  select kind, document_type, condition, row_number() over (partition by kind order by nth), current_date - 90
  from (values
    ('cash', 1, 'buyers_order', 'always'),
    ('cash', 2, 'photo_id', 'always'),
    ('cash', 3, 'ofac_check', 'always'),
    ('cash', 4, 'form_8300', 'cash_over_10000'),
    ('cash', 5, 'odometer_disclosure', 'always'),
    ('cash', 6, 'title', 'always'),
    ('cash', 7, 'title_application', 'always'),
    ('cash', 8, 'insurance', 'always'),
    ('cash', 9, 'buyers_guide', 'used'),
    ('cash', 10, 'history_report', 'used'),
    ('cash', 11, 'trade_title', 'trade'),
    ('cash', 12, 'power_of_attorney', 'trade'),
    ('cash', 13, 'payoff', 'trade_payoff'),
    ('cash', 14, 'lien_release', 'trade_payoff'),
    ('cash', 15, 'product_contract', 'products'),
    ('cash', 16, 'we_owe', 'due_bills'),
    ('cash', 17, 'delivery_checklist', 'always'),
    ('finance', 1, 'buyers_order', 'always'),
    ('finance', 2, 'retail_contract', 'always'),
    ('finance', 3, 'credit_application', 'always'),
    ('finance', 4, 'privacy_notice', 'always'),
    ('finance', 5, 'risk_notice', 'always'),
    ('finance', 6, 'photo_id', 'always'),
    ('finance', 7, 'id_verification', 'always'),
    ('finance', 8, 'ofac_check', 'always'),
    ('finance', 9, 'form_8300', 'cash_over_10000'),
    ('finance', 10, 'odometer_disclosure', 'always'),
    ('finance', 11, 'title', 'always'),
    ('finance', 12, 'title_application', 'always'),
    ('finance', 13, 'insurance', 'always'),
    ('finance', 14, 'buyers_guide', 'used'),
    ('finance', 15, 'history_report', 'used'),
    ('finance', 16, 'trade_title', 'trade'),
    ('finance', 17, 'power_of_attorney', 'trade'),
    ('finance', 18, 'payoff', 'trade_payoff'),
    ('finance', 19, 'lien_release', 'trade_payoff'),
    ('finance', 20, 'menu', 'always'),
    ('finance', 21, 'product_contract', 'products'),
    ('finance', 22, 'we_owe', 'due_bills'),
    ('finance', 23, 'delivery_checklist', 'always'),
    ('lease', 1, 'buyers_order', 'always'),
    ('lease', 2, 'lease', 'always'),
    ('lease', 3, 'credit_application', 'always'),
    ('lease', 4, 'privacy_notice', 'always'),
    ('lease', 5, 'risk_notice', 'always'),
    ('lease', 6, 'photo_id', 'always'),
    ('lease', 7, 'id_verification', 'always'),
    ('lease', 8, 'ofac_check', 'always'),
    ('lease', 9, 'form_8300', 'cash_over_10000'),
    ('lease', 10, 'odometer_disclosure', 'always'),
    ('lease', 11, 'title', 'always'),
    ('lease', 12, 'title_application', 'always'),
    ('lease', 13, 'insurance', 'always'),
    ('lease', 14, 'buyers_guide', 'used'),
    ('lease', 15, 'trade_title', 'trade'),
    ('lease', 16, 'power_of_attorney', 'trade'),
    ('lease', 17, 'payoff', 'trade_payoff'),
    ('lease', 18, 'lien_release', 'trade_payoff'),
    ('lease', 19, 'menu', 'always'),
    ('lease', 20, 'product_contract', 'products'),
    ('lease', 21, 'we_owe', 'due_bills'),
    ('lease', 22, 'delivery_checklist', 'always'),
    ('wholesale', 1, 'bill_of_sale', 'always'),
    ('wholesale', 2, 'odometer_disclosure', 'always'),
    ('wholesale', 3, 'title', 'always'),
    ('dealer_trade', 1, 'bill_of_sale', 'always'),
    ('dealer_trade', 2, 'odometer_disclosure', 'always'),
    ('dealer_trade', 3, 'title', 'always'),
    ('repair_order', 1, 'repair_order', 'always'),
    ('repair_order', 2, 'estimate', 'customer_pay'),
    ('repair_order', 3, 'warranty_claim', 'warranty'),
    ('new_hire', 1, 'application', 'always'),
    ('new_hire', 2, 'offer', 'always'),
    ('new_hire', 3, 'i9', 'always'),
    ('new_hire', 4, 'w4', 'always'),
    ('new_hire', 5, 'agreement', 'always'),
    ('new_hire', 6, 'license', 'drives')
  ) seed (kind, nth, document_type, condition);

-- A document that a record does without: who decided it and why, also after it was undone.
create table jacket_waivers (
  id integer generated always as identity primary key,
  record_kind text not null check (record_kind in ('deal', 'repair_order', 'employee')),
  record_id integer not null,
  document_type text not null check (char_length(document_type) between 1 and 40),
  reason text not null check (char_length(reason) between 1 and 200),
  waived_by integer not null references users (id),
  waived_at timestamptz(3) not null default clock_timestamp(),
  undone_by integer references users (id),
  undone_at timestamptz(3),
  check ((undone_by is null) = (undone_at is null))
);
create unique index jacket_waivers_in_force on jacket_waivers (record_kind, record_id, document_type)
  where undone_at is null;
create index jacket_waivers_by_author on jacket_waivers (waived_by);
create index jacket_waivers_undone_by on jacket_waivers (undone_by) where undone_by is not null;

-- What the lender wants before it pays.
create table deal_stipulations (
  id integer generated always as identity primary key,
  client_id uuid not null,
  deal_id integer not null references deals (id),
  text text not null check (char_length(text) between 1 and 200),
  due_on date not null,
  -- The type of the document that satisfies it; null: something else does.
  document_type text check (char_length(document_type) between 1 and 40),
  created_by integer not null references users (id),
  created_at timestamptz(3) not null default clock_timestamp(),
  cleared_by integer references users (id),
  cleared_at timestamptz(3),
  document_id integer references documents (id),
  removed_by integer references users (id),
  removed_at timestamptz(3),
  version integer not null default 1,
  check ((cleared_by is null) = (cleared_at is null)),
  check (document_id is null or cleared_at is not null),
  check ((removed_by is null) = (removed_at is null)),
  unique (created_by, client_id)
);
create index deal_stipulations_of_deal on deal_stipulations (deal_id);
create index deal_stipulations_open on deal_stipulations (due_on, id)
  where cleared_at is null and removed_at is null;
create index deal_stipulations_cleared_by on deal_stipulations (cleared_by) where cleared_by is not null;
create index deal_stipulations_removed_by on deal_stipulations (removed_by) where removed_by is not null;
create index deal_stipulations_by_document on deal_stipulations (document_id) where document_id is not null;

-- How many days each step of the title work may take at a store, and the first deliveries it is followed for here.
create table title_limits (
  store text primary key check (store in ('ford', 'hyundai', 'chevrolet')),
  since date not null,
  days jsonb not null default '{"payoff_sent": 7, "payoff_confirmed": 7, "lien_released": 21, "title_in": 14,
    "title_out": 20, "registration_sent": 20}' check (days ?& array['payoff_sent', 'payoff_confirmed',
    'lien_released', 'title_in', 'title_out', 'registration_sent']),
  version integer not null default 1
);
insert into title_limits (store, since)
  select store, current_date - 90 from unnest(array['ford', 'hyundai', 'chevrolet']) store;

-- The title work of a deal: a row for each step that has a day, or that this deal does not need.
create table title_work (
  deal_id integer primary key references deals (id),
  version integer not null default 1
);
create table title_steps (
  deal_id integer not null references title_work (deal_id),
  step text not null check (step in ('payoff_due', 'payoff_sent', 'payoff_confirmed', 'lien_released',
    'title_in', 'title_out', 'tag_issued', 'tag_expires', 'registration_sent')),
  -- Null: not needed.
  day date,
  entered_by integer not null references users (id),
  entered_at timestamptz(3) not null default clock_timestamp(),
  primary key (deal_id, step),
  check (day is not null or step not in ('payoff_due', 'tag_issued', 'tag_expires'))
);
create index title_steps_entered_by on title_steps (entered_by);
