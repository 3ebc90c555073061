import type { Description, Report } from '../../contract/report.ts';
import type { ReportQuery } from '../address.ts';

/** The span to compare with; null for no comparison. */
export type Compared = 'previous' | 'yearBefore' | null;

export interface ReportTableProps {
  description: Description;
  report: Report;
  reportQuery: ReportQuery;
  setReportQuery: (reportQuery: ReportQuery) => void;
}

export function comparedIn(query: URLSearchParams): Compared {
  const compare = query.get('compare');
  return compare === 'none' ? null : compare === 'year' ? 'yearBefore' : 'previous';
}
