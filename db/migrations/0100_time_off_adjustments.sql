-- Time off of a locked period that was approved or canceled afterwards is paid later like hours worked: `time_off` is
-- the name of its kind, and `regular_ms` its hours. Null: hours worked.
alter table payroll_adjustments
  add column time_off text check (char_length(time_off) between 1 and 40),
  add check (time_off is null
    or (store is null and overtime_ms = 0 and double_ms = 0 and premium_hours = 0));
