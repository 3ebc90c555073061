-- Hours flagged on the lines whose worked hours are known: the others say nothing of how fast anybody works.
alter table report_service_days add column timed_hours_flagged bigint not null default 0;
-- All days are added up anew; until then the orders themselves are read.
delete from report_service_state;
