-- What is searched of a vehicle as people describe it: "F-150" is found by "f-150" and "f150". Every word stands
-- between spaces, so that one of two characters, such as "X5", has trigrams of its own.
create function vehicle_words(text) returns text language sql immutable strict parallel safe
  return folded(' ' || translate($1, ',;/()', '     ') || ' ' || replace($1, '-', '') || ' ');

-- A plate without its punctuation, as people type it.
create function plate_key(text) returns text language sql immutable strict parallel safe
  return upper(regexp_replace($1, '[^A-Za-z0-9]', '', 'g'));

create index repair_orders_by_vehicle_words on repair_orders using gin (vehicle_words(vehicle) gin_trgm_ops)
  with (fastupdate = off);
create index customer_vehicles_by_words on customer_vehicles using gin (vehicle_words(description) gin_trgm_ops)
  with (fastupdate = off);
drop index deals_by_words;
create index deals_by_vehicle_words on deals using gin (vehicle_words(vehicle) gin_trgm_ops)
  with (fastupdate = off);

create index customer_vehicles_by_plate on customer_vehicles (plate_key(plate)) where plate <> '';

-- Staff name a vehicle by the last six as often as by the last eight.
create index repair_orders_by_last_six on repair_orders (right(vin, 6)) where vin is not null;
create index customer_vehicles_by_last_six on customer_vehicles (right(vin, 6)) where vin is not null;
create index deals_by_last_six on deals (right(vin, 6)) where vin is not null;
create index deals_by_trade_last_eight on deals (right(trade_vin, 8)) where trade_vin is not null;
create index deals_by_trade_last_six on deals (right(trade_vin, 6)) where trade_vin is not null;
