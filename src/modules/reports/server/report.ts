import type { Store } from '../../../platform/contract/access.ts';
import type { ReadKind } from '../../../platform/contract/endpoint.ts';
import type { CalendarDate } from '../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { ReportFilter } from '../contract/filters.ts';
import type { Span } from '../contract/period.ts';
import type { Column, Figures, ReportId, ReportRecord, Unit } from '../contract/report.ts';
import type { Scope } from './policy.ts';

export interface Measure {
  id: string;
  label: string;
  formula: string;
  unit: Unit;
  better: 'more' | 'less' | null;
  /** Cost, gross and figures derived from them: requires `financial_reports`. */
  isMoney?: true;
  isTarget?: true;
}

export interface Grouping {
  id: string;
  label: string;
  choices?: readonly { key: string; label: string }[];
  /** Per employee: managers and above only. */
  isPersonal?: true;
}

export interface RecordColumn extends Column {
  isMoney?: true;
  /** The name of the customer of such a record: requires access to customer records, and counts as reading it. */
  customerOf?: Exclude<ReadKind, 'customers' | 'documents'>;
  /** An employee’s name: managers and above only. */
  isPersonal?: true;
}

/** What a report reads: only these stores, whatever the filters. */
export interface ReadQuery {
  stores: readonly Store[];
  /** Records of these days; for a snapshot, the state at the end of the last day. */
  span: Span;
  only: readonly ReportFilter[];
  timezone: string;
  today: CalendarDate;
  now: Date;
  /** The scope of the reader. */
  scope: Scope;
}

export interface ReadRow {
  key: string;
  label: string;
  figures: Figures;
}

export interface ReadResult {
  /** In display order, without empty rows. */
  rows: ReadRow[];
  /** Calculated from the records: a median or a share is not the sum of rows. */
  total: Figures;
}

/** The definition of a report: its measures, its groupings and how they are read. */
export interface Report {
  id: ReportId;
  title: string;
  about: string;
  isSnapshot?: true;
  /** Its cost and gross are those of deals. */
  isOfDeals?: true;
  measures: readonly Measure[];
  /** By measure: formulas that depend on a setting of the group. */
  formulas?(db: Db<AnyTables>): Promise<Readonly<Record<string, string>>>;
  leading: readonly string[];
  /** Always includes `store` and `month`; the first is the default. */
  groupings: readonly Grouping[];
  /** Who may read it; defaults to everyone who may read reports. */
  isFor?: {
    may: (scope: Scope) => boolean;
    /** For the error message: `a manager role or above`. */
    requirement: string;
  };
  /** Figures depend on the reader, not only on their scope: their own team, or the channels they read. */
  isByReader?: true;
  /** All measures by one grouping and in total; with `part` `rows` it may leave out the total. */
  read(db: Db<AnyTables>, query: ReadQuery, by: string, part?: 'rows'): Promise<ReadResult>;
  /** The first day with records per store; a store without any is left out or null. */
  since(
    db: Db<AnyTables>,
    query: ReadQuery,
  ): Promise<{ store: Store; since: CalendarDate | null }[]>;
  records: {
    columns: readonly RecordColumn[];
    /** Newest first; `after` is the `next` of the previous page. */
    read(
      db: Db<AnyTables>,
      query: ReadQuery,
      page: { after: string | undefined; limit: number },
    ): Promise<{ records: ReportRecord[]; next: string | null }>;
  };
}
