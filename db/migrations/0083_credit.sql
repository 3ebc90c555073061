-- A house deal has no salesperson. The closer is who closed a deal that others sold.
alter table deals alter column salesperson_id drop not null;
alter table deals add constraint deals_second_needs_first
  check (second_salesperson_id is null or salesperson_id is not null);
alter table deals add column closer_id integer references users (id)
  check (closer_id <> salesperson_id)
  check (closer_id <> second_salesperson_id);
create index deals_by_closer on deals (closer_id, opened_at desc) where closer_id is not null;
