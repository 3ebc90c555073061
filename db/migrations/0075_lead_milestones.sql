-- A lead that someone tried to reach is not a customer who was reached. Each has its own time, and the response clock stops at
-- one of the two: the setting `leads.response_clock` of the group, `attempt` unless changed. `answered_at` is the one it stopped at.
alter table leads
  add column attempted_at timestamptz(3) check (attempted_at >= received_at),
  -- In opening hours, like `answer_seconds`.
  add column attempt_seconds integer check (attempt_seconds >= 0),
  add column contacted_at timestamptz(3) check (contacted_at >= received_at),
  add column contact_seconds integer check (contact_seconds >= 0),
  -- When its latest missed appointment was marked as a no-show.
  add column no_show_at timestamptz(3),
  -- Sold to a customer who never came to the store.
  add column is_remote boolean not null default false,
  -- Visits after the first one.
  add column be_backs integer not null default 0 check (be_backs >= 0);

alter table leads drop constraint leads_status_check;
alter table leads add constraint leads_status_check check (status in
  ('new', 'attempted', 'contacted', 'appointment', 'showed', 'sold', 'lost', 'duplicate'));
alter table lead_events drop constraint lead_events_kind_check;
alter table lead_events add constraint lead_events_kind_check check (kind in
  ('received', 'resent', 'assigned', 'answered', 'status', 'changed', 'late', 'no_show', 'visit', 'remote'));

-- The first response that is known was the first attempt.
update leads set attempted_at = answered_at, attempt_seconds = answer_seconds
where answered_at is not null;

-- Contact: a response that reached the customer, or a status that needs one. Reopening a closed lead used to make it
-- contacted whether or not anyone had been reached, so that says nothing.
with reached as (
  select e.lead_id, min(e.at) as at from lead_events e
  where (e.kind = 'answered' and e.data ->> 'outcome' = 'reached')
    or (e.kind = 'status' and e.data ->> 'to' in ('contacted', 'appointment', 'showed', 'sold')
      and e.data ->> 'from' not in ('lost', 'duplicate'))
  group by e.lead_id)
update leads l set contacted_at = greatest(reached.at, l.answered_at)
from reached where reached.lead_id = l.id and l.answered_at is not null;

-- Without a history that says so, a later status or milestone does.
update leads set contacted_at = answered_at
where contacted_at is null and answered_at is not null
  and (status in ('appointment', 'showed', 'sold') or appointment_set_at is not null or showed_at is not null
    or sold_at is not null);

-- The opening hours between receipt and contact, day by day, as the server counts them.
update leads l set contact_seconds = case when l.contacted_at = l.answered_at then l.answer_seconds else (
  select coalesce(floor(sum(greatest(0, extract(epoch from
      least(((d.day::date + (h.times ->> 'closes')::time) at time zone z.name), l.contacted_at)
      - greatest(((d.day::date + (h.times ->> 'opens')::time) at time zone z.name), l.received_at))))), 0)::integer
  from (select coalesce((select value #>> '{}' from organization_settings where name = 'timezone'),
      'America/Los_Angeles') as name) z,
    lateral generate_series((l.received_at at time zone z.name)::date::timestamp,
      (l.contacted_at at time zone z.name)::date::timestamp, interval '1 day') d (day),
    lateral (select r.hours -> (extract(isodow from d.day)::integer - 1) as times
      from lead_routing r where r.store = l.store) h
  where jsonb_typeof(h.times) = 'object') end
where l.contacted_at is not null;

-- Each time a lead showed again. Undoing a sale or reopening a lead is no visit.
update leads l set be_backs = showed.times - 1
from (select e.lead_id, count(*)::integer as times from lead_events e
  where e.kind = 'status' and e.data ->> 'to' = 'showed' and e.data ->> 'from' not in ('sold', 'lost', 'duplicate')
  group by e.lead_id) showed
where showed.lead_id = l.id and showed.times > 1;

-- Leads called contacted because of an unanswered call or a message. History is kept, so the correction is an event of its own.
insert into lead_events (lead_id, kind, data)
select id, 'status', '{"from": "contacted", "to": "attempted", "reason": "Not reached yet"}'::jsonb from leads
where status = 'contacted' and contacted_at is null and attempted_at is not null;
update leads set status = 'attempted', version = version + 1
where status = 'contacted' and contacted_at is null and attempted_at is not null;

-- Generated columns list the open statuses; with the indexes on them they are built again.
drop index leads_open;
drop index leads_waiting;
alter table leads drop column is_open, drop column is_waiting;
alter table leads
  add column is_open boolean not null generated always as
    (status in ('new', 'attempted', 'contacted', 'appointment', 'showed')) stored,
  -- The clock runs.
  add column is_waiting boolean not null generated always as
    (answered_at is null and status in ('new', 'attempted', 'contacted', 'appointment', 'showed')) stored,
  -- Came to the store. A sale needs a visit, unless it was remote.
  add column has_shown boolean not null generated always as
    (showed_at is not null or (status = 'sold' and not is_remote)) stored,
  add check ((attempted_at is null) = (attempt_seconds is null)),
  add check ((contacted_at is null) = (contact_seconds is null)),
  add check (contacted_at is null or (attempted_at is not null and attempted_at <= contacted_at)),
  add check (status <> 'new' or attempted_at is null),
  add check (status <> 'attempted' or (attempted_at is not null and contacted_at is null));
create index leads_open on leads (store, status) where is_open;
create index leads_waiting on leads (due_at) where is_waiting;
