import type { Description, Report } from '../../contract/report.ts';
import type { Asked } from '../address.ts';

/** Beside which span; null: figures only. */
export type Compared = 'previous' | 'yearBefore' | null;

/** What stands in a table, and how it is asked otherwise. */
export interface Tabled {
  description: Description;
  report: Report;
  asked: Asked;
  ask: (asked: Asked) => void;
}

export function comparedIn(query: URLSearchParams): Compared {
  const said = query.get('compare');
  return said === 'none' ? null : said === 'year' ? 'yearBefore' : 'previous';
}
