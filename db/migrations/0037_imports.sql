-- What was made for customers alone holds for whatever is brought in by file.
alter table customer_imports rename to imports;
alter table customer_import_rows rename to import_rows;
alter sequence customer_imports_id_seq rename to imports_id_seq;
alter table imports add column kind text not null default 'customers'
  check (kind ~ '^[a-z_]{1,40}$');
alter table imports alter column kind drop default;
-- Records whose rows are all right; a record may have many rows.
alter table imports add column ready_count integer not null default 0;
alter table imports add column known_count integer not null default 0;
update imports i set ready_count =
  (select count(*) from import_rows r where r.import_id = i.id and r.problems = '[]');
-- A step that was begun before is done by the job that does all of them now.
update imports set state = 'failed', failure = 'This import was interrupted. Please bring the file in again.'
  where state in ('reading', 'checking', 'importing');
update imports set state = 'imported' where state = 'undoing';

alter table repair_orders add column import_id integer references imports (id);
create index repair_orders_by_import on repair_orders (import_id) where import_id is not null;
alter table deals add column import_id integer references imports (id);
create index deals_by_import on deals (import_id) where import_id is not null;

-- What was brought in by mistake may go again while nobody has touched it, and its parts go with it alone.
alter table repair_order_lines drop constraint repair_order_lines_repair_order_id_fkey,
  add foreign key (repair_order_id) references repair_orders (id) on delete cascade;
alter table repair_order_events drop constraint repair_order_events_repair_order_id_fkey,
  add foreign key (repair_order_id) references repair_orders (id) on delete cascade;
drop trigger repair_orders_are_never_deleted on repair_orders;
create trigger repair_orders_are_never_deleted before delete on repair_orders
  for each row when (old.import_id is null or old.version > 1)
  execute function refuse_to_rewrite_repair_orders();
create or replace function refuse_to_rewrite_repair_orders() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_table_name = 'repair_order_events' then
    if not exists (select from repair_orders where id = old.repair_order_id) then
      return old;
    end if;
  end if;
  raise exception 'What happened to a repair order is only ever added to';
end
$$;

alter table deal_products drop constraint deal_products_deal_id_fkey,
  add foreign key (deal_id) references deals (id) on delete cascade;
alter table deal_due_bills drop constraint deal_due_bills_deal_id_fkey,
  add foreign key (deal_id) references deals (id) on delete cascade;
alter table deal_events drop constraint deal_events_deal_id_fkey,
  add foreign key (deal_id) references deals (id) on delete cascade;
drop trigger deals_are_never_deleted on deals;
create trigger deals_are_never_deleted before delete on deals
  for each row when (old.import_id is null or old.version > 1)
  execute function refuse_to_rewrite_deals();
create or replace function refuse_to_rewrite_deals() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_table_name = 'deal_events' then
    if not exists (select from deals where id = old.deal_id) then
      return old;
    end if;
  end if;
  raise exception 'What happened to a deal is only ever added to';
end
$$;

-- Deletes those of these records no other room refers to, and answers how many. One by one only where some
-- of them are held.
create function delete_what_is_free(room regclass, ids integer[]) returns integer language plpgsql as $$
declare
  gone integer := 0;
  one integer;
begin
  begin
    execute format('delete from %s where id = any($1)', room) using ids;
    get diagnostics gone = row_count;
    return gone;
  exception when foreign_key_violation or restrict_violation then
    gone := 0;
  end;
  foreach one in array ids loop
    begin
      execute format('delete from %s where id = $1', room) using one;
      gone := gone + 1;
    exception when foreign_key_violation or restrict_violation then
      null;
    end;
  end loop;
  return gone;
end
$$;
