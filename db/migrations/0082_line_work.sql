-- A technician saves one line while others save theirs: each line has a version and keeps its id.
alter table repair_order_lines add column version integer not null default 1;

alter table repair_order_events drop constraint repair_order_events_kind_check;
alter table repair_order_events add constraint repair_order_events_kind_check
  check (kind in ('opened', 'changed', 'lines', 'line', 'status', 'day'));
