-- Leads are found by any words of their vehicles of interest, as deals and repair orders are. The text is kept beside each
-- lead, since the word for a make is in most leads of its store.
drop index leads_by_search_text;
alter table leads drop column search_text;
alter table leads
  add column search_text text not null generated always as (vehicle_words(translate(cars, chr(10), ' '))) stored;
create index leads_by_search_text on leads using gin (search_text gin_trgm_ops)
  with (fastupdate = off);
