-- A visit and what came of it: the lead it belongs to, the test drives as check-outs of the fleet, and the deal of its write-up.
alter table customer_ups
  add column lead_id integer references leads (id),
  add column deal_id integer references deals (id),
  -- The customer had been in the showroom before, for the same lead.
  add column is_be_back boolean not null default false;
create index customer_ups_by_lead on customer_ups (lead_id) where lead_id is not null;
create index customer_ups_by_deal on customer_ups (deal_id) where deal_id is not null;

create table customer_up_outings (
  outing_id integer primary key references vehicle_outings (id),
  up_id integer not null references customer_ups (id) on delete cascade
);
create index customer_up_outings_by_up on customer_up_outings (up_id);
