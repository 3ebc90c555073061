-- Of its products: which kinds reports tell apart, so that years of deals are counted without them. Kept by
-- the database itself, whoever writes them.
alter table deals
  add column has_service_contract boolean not null default false,
  add column has_gap boolean not null default false,
  add column has_maintenance boolean not null default false;

-- Locks the deals before it looks at their products: whoever writes products of the same deal at this moment
-- is waited for, and would otherwise be missed.
create function tell_product_kinds(ids integer[]) returns void language plpgsql as $$
begin
  perform from deals where id = any(ids) order by id for no key update;
  update deals d set has_service_contract = told.has_service_contract, has_gap = told.has_gap,
      has_maintenance = told.has_maintenance
    from (
      select asked.id, coalesce(bool_or(p.kind = 'service_contract'), false) as has_service_contract,
        coalesce(bool_or(p.kind = 'gap'), false) as has_gap,
        coalesce(bool_or(p.kind = 'maintenance'), false) as has_maintenance
      from unnest(ids) asked (id) left join deal_products p on p.deal_id = asked.id
      group by asked.id) told
    where d.id = told.id and (d.has_service_contract, d.has_gap, d.has_maintenance)
      is distinct from (told.has_service_contract, told.has_gap, told.has_maintenance);
end
$$;
create function tell_product_kinds_added() returns trigger language plpgsql as $$
begin
  perform tell_product_kinds(array(select distinct deal_id from added));
  return null;
end
$$;
create function tell_product_kinds_changed() returns trigger language plpgsql as $$
begin
  perform tell_product_kinds(array(select deal_id from before union select deal_id from after));
  return null;
end
$$;
create function tell_product_kinds_gone() returns trigger language plpgsql as $$
begin
  perform tell_product_kinds(array(select distinct deal_id from gone));
  return null;
end
$$;
create trigger deal_products_added_are_told after insert on deal_products
  referencing new table as added for each statement execute function tell_product_kinds_added();
create trigger deal_products_changed_are_told after update on deal_products
  referencing old table as before new table as after
  for each statement execute function tell_product_kinds_changed();
create trigger deal_products_gone_are_told after delete on deal_products
  referencing old table as gone for each statement execute function tell_product_kinds_gone();
-- Also where other triggers are passed over: what is derived has to follow whatever is written.
alter table deal_products enable always trigger deal_products_added_are_told,
  enable always trigger deal_products_changed_are_told,
  enable always trigger deal_products_gone_are_told;

-- Nothing of it is a change anybody made.
select tell_product_kinds(array(select distinct deal_id from deal_products));
