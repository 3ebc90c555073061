-- Tables, columns and functions get the names the code uses. Only names change: no row is written.

alter table chat_told rename to chat_notified;
alter table chat_notified rename column told_at to notified_at;
alter index chat_told_by_age rename to chat_notified_by_age;
alter index chat_told_pkey rename to chat_notified_pkey;
alter table chat_telling_begun rename to chat_notify_started;
alter index chat_telling_begun_pkey rename to chat_notify_started_pkey;
alter table chat_telling_cursors rename to chat_notify_cursors;
alter index chat_telling_cursors_pkey rename to chat_notify_cursors_pkey;
alter table chat_looking rename to chat_viewing;
alter index chat_looking_by_person rename to chat_viewing_by_user;
alter index chat_looking_pkey rename to chat_viewing_pkey;

alter table chat_requests rename column overdue_told_at to overdue_notified_at;
alter index chat_requests_to_tell rename to chat_requests_to_notify;
alter index chat_requests_ever_asked rename to chat_requests_by_requester;
alter table notices rename column half_told_at to half_notified_at;
alter table notices rename column due_told_at to due_notified_at;
alter index notices_to_tell rename to notices_to_notify;
alter table vehicle_alerts rename column told_at to notified_at;

alter table lead_desks rename to lead_routing;
alter index lead_desks_pkey rename to lead_routing_pkey;
alter table lead_members rename to lead_routing_members;
alter table lead_routing_members rename column last_given_at to last_assigned_at;
alter index lead_members_by_user rename to lead_routing_members_by_user;
alter index lead_members_pkey rename to lead_routing_members_pkey;

alter trigger chat_messages_said_mentioned on chat_messages rename to chat_messages_added_mentioned;

alter trigger deal_products_added_are_told on deal_products rename to deal_products_added;
alter trigger deal_products_changed_are_told on deal_products rename to deal_products_changed;
alter trigger deal_products_gone_are_told on deal_products rename to deal_products_removed;
alter function tell_product_kinds(integer[]) rename to update_product_kinds;
alter function tell_product_kinds_added() rename to product_kinds_after_insert;
alter function tell_product_kinds_changed() rename to product_kinds_after_update;
alter function tell_product_kinds_gone() rename to product_kinds_after_delete;
create or replace function product_kinds_after_insert() returns trigger language plpgsql as $$
begin
  perform update_product_kinds(array(select distinct deal_id from added));
  return null;
end
$$;
create or replace function product_kinds_after_update() returns trigger language plpgsql as $$
begin
  perform update_product_kinds(array(select deal_id from before union select deal_id from after));
  return null;
end
$$;
create or replace function product_kinds_after_delete() returns trigger language plpgsql as $$
begin
  perform update_product_kinds(array(select distinct deal_id from gone));
  return null;
end
$$;

-- Replaced functions lose the search_path they had, which the restore of a dump needs.
do $$
declare
  fn regprocedure;
begin
  for fn in
    select oid from pg_proc
    where pronamespace = current_schema()::regnamespace
      and proname in ('product_kinds_after_insert', 'product_kinds_after_update', 'product_kinds_after_delete')
  loop
    execute format('alter function %s set search_path = %I, pg_temp', fn, current_schema());
  end loop;
end
$$;
