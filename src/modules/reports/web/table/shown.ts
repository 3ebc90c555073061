import type { Description, Report } from '../../contract/report.ts';
import type { ReportQuery } from '../address.ts';

/** Beside which span; null: figures only. */
export type Compared = 'previous' | 'yearBefore' | null;

/** What stands in a table, and how it is asked otherwise. */
export interface Tabled {
  description: Description;
  report: Report;
  asked: ReportQuery;
  ask: (asked: ReportQuery) => void;
}

export function comparedIn(query: URLSearchParams): Compared {
  const said = query.get('compare');
  return said === 'none' ? null : said === 'year' ? 'yearBefore' : 'previous';
}
