-- A deal that is undone finds the leads it sold by their events, also after its customer has changed.
create index lead_events_of_deal on lead_events ((data ->> 'dealId')) where data ->> 'dealId' is not null;
