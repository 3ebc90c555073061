-- An application for credit that led to no sale is kept for as long as creditors must, which is less than a sale's papers.
alter table retention_classes drop constraint retention_classes_event_check;
alter table retention_classes add constraint retention_classes_event_check check (event in
  ('deal_delivered', 'deal_canceled', 'repair_order_closed', 'employment_ended', 'document_dated'));
insert into retention_classes (code, name, event, years, minimum_years, authority) values
  ('unsold_applications', 'Credit applications without a sale', 'deal_canceled', 3, 3,
    'Credit applications are kept for 25 months (12 CFR 1002.12)');
