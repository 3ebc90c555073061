import type { Description, Report } from '../../../contract/report.ts';
import type { ReportQuery } from '../../address.ts';

/** A report, how it is asked, and how to ask it otherwise. */
export interface Asking {
  description: Description;
  /** Undefined until the first answer is here. */
  report: Report | undefined;
  asked: ReportQuery;
  ask: (asked: ReportQuery) => void;
}
