-- The day a deal or repair order was first booked, and the amounts it was booked with, kept when it is reopened:
-- booked again, it returns to that day. Set only once a record was taken back.
alter table deals
  add column first_signed_on date,
  add column first_delivered_on date,
  add column first_funded_on date,
  add column first_price_cents integer,
  add column first_front_cents integer,
  add column first_back_cents integer,
  add check (num_nulls(first_price_cents, first_front_cents, first_back_cents) in (0, 3));

-- A wrong day is corrected with a reason.
alter table deal_events drop constraint deal_events_kind_check;
alter table deal_events add constraint deal_events_kind_check
  check (kind in ('written', 'changed', 'parts', 'status', 'due_bill', 'day'));

alter table repair_orders
  add column first_closed_at timestamptz(3) check (first_closed_at >= opened_at),
  add column first_sale_cents bigint,
  add column first_cost_cents bigint,
  add check (num_nulls(first_closed_at, first_sale_cents, first_cost_cents) in (0, 3));
