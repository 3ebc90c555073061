import type { Store } from '../../../platform/contract/access.ts';
import type { CalendarDate } from '../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { Narrowing } from '../contract/narrowing.ts';
import type { Span } from '../contract/period.ts';
import type { Column, Figures, ReportId, ReportRecord, Unit } from '../contract/report.ts';
import type { Scope } from './policy.ts';

/** Something a report reckons, and who may know it. */
export interface Measure {
  id: string;
  label: string;
  formula: string;
  unit: Unit;
  better: 'more' | 'less' | null;
  /** Cost, gross and what follows from them: only for who may see financial reports. */
  isMoney?: true;
  isTarget?: true;
}

export interface Grouping {
  id: string;
  label: string;
  choices?: readonly { key: string; label: string }[];
  /** One person beside another: only for who leads people. */
  isPersonal?: true;
}

/** A column of records, and who may read it. */
export interface RecordColumn extends Column {
  isMoney?: true;
  /** A customer’s name: only for who may see customers. */
  isCustomer?: true;
  /** Whose it was: only for who leads people. */
  isPersonal?: true;
}

/** What figures are asked of: nothing but these stores, whatever it is narrowed to. */
export interface ReportQuery {
  stores: readonly Store[];
  /** What happened on these days; of a snapshot, how it was at the end of the last. */
  span: Span;
  only: readonly Narrowing[];
  timezone: string;
  today: CalendarDate;
  now: Date;
  /** Who asks: what is decided person by person is decided by it. */
  sight: Scope;
}

export interface ReadRow {
  key: string;
  label: string;
  figures: Figures;
}

export interface Figured {
  /** In the order they are shown; a row without anything in it is left out. */
  rows: ReadRow[];
  /** Reckoned from the records themselves: of a median or a share no sum of rows. */
  total: Figures;
}

/** One report: from which records, by what, and how each figure of it is reckoned. */
export interface Report {
  id: ReportId;
  title: string;
  about: string;
  isSnapshot?: true;
  measures: readonly Measure[];
  leading: readonly string[];
  /** Each report has `store` and `month` among them; the first is shown until somebody chooses. */
  groupings: readonly Grouping[];
  /** Whether it is this person’s at all; everybody’s who may read reports unless told. */
  isFor?: {
    may: (sight: Scope) => boolean;
    /** As a refusal names them: `those who lead people`. */
    whom: string;
  };
  /** Of two who may know as much each is told something else: their own people, or the channels they read. */
  isByReader?: true;
  /** Every measure told apart by one grouping, and all together; asked for `rows` alone it may leave out the total. */
  read(db: Db<AnyTables>, asked: ReportQuery, by: string, part?: 'rows'): Promise<Figured>;
  /** The first day each store has records of; a store without any is left out or null. */
  since(
    db: Db<AnyTables>,
    asked: ReportQuery,
  ): Promise<{ store: Store; since: CalendarDate | null }[]>;
  records: {
    columns: readonly RecordColumn[];
    /** The latest first; `after` is the `next` of the page before. */
    read(
      db: Db<AnyTables>,
      asked: ReportQuery,
      page: { after: string | undefined; limit: number },
    ): Promise<{ records: ReportRecord[]; next: string | null }>;
  };
}
