-- What is searched of a vehicle is kept beside each record. It took most of a search to make it anew for the rows that an
-- index offers: all of them for a word without trigrams, and half for one that half of the vehicles have.
drop index repair_orders_by_vehicle_words;
alter table repair_orders add column search_text text not null generated always as (vehicle_words(vehicle)) stored;
create index repair_orders_by_search_text on repair_orders using gin (search_text gin_trgm_ops)
  with (fastupdate = off);

drop index deals_by_vehicle_words;
alter table deals add column search_text text not null generated always as (vehicle_words(vehicle)) stored;
create index deals_by_search_text on deals using gin (search_text gin_trgm_ops)
  with (fastupdate = off);

drop index customer_vehicles_by_words;
alter table customer_vehicles
  add column search_text text not null generated always as (vehicle_words(description)) stored;
create index customer_vehicles_by_search_text on customer_vehicles using gin (search_text gin_trgm_ops)
  with (fastupdate = off);
