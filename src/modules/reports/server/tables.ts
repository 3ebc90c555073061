import type { ColumnType, Generated } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { CalendarDate } from '../../../platform/contract/wallTime.ts';
import type { Db } from '../../../platform/server/db/database.ts';
import type { ReportId } from '../contract/report.ts';
import type { Schedule } from '../contract/views.ts';
import type { ReportQuery } from '../contract.ts';

interface ViewsTable {
  id: Generated<number>;
  client_id: string;
  owner_id: number;
  name: string;
  report: ReportId;
  question: ColumnType<ReportQuery, string, string>;
  is_shared: boolean;
  version: Generated<number>;
  created_at: Generated<Date>;
  every: Schedule['every'] | null;
  weekday: number | null;
  day: number | null;
  hour: number | null;
  zone: string | null;
  next_at: Date | null;
  last_sent_at: Date | null;
}

interface TargetColumns {
  store: Store;
  month: CalendarDate;
  report: ReportId;
  measure: string;
  value: number | null;
  set_by: number;
}

/** Tables of this module; figures are read from the tables of lower modules. */
export interface ReportsTables {
  report_views: ViewsTable;
  report_view_recipients: { view_id: number; user_id: number };
  report_targets: TargetColumns & { version: Generated<number>; set_at: Generated<Date> };
  report_target_steps: TargetColumns & { id: Generated<number>; at: Generated<Date> };
  report_briefs: { store: Store; is_on: boolean; at: string | null; version: Generated<number> };
}

export type ReportsDb = Db<ReportsTables>;
