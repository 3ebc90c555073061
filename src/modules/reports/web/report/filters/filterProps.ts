import type { Description, Report } from '../../../contract/report.ts';
import type { ReportQuery } from '../../address.ts';

export interface ReportQueryProps {
  description: Description;
  /** Undefined until it has loaded. */
  report: Report | undefined;
  reportQuery: ReportQuery;
  setReportQuery: (reportQuery: ReportQuery) => void;
}
