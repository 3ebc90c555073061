import type { Description, Report } from '../../../contract/report.ts';
import type { PartialQuery } from '../../state/address.ts';

export interface FilterProps {
  description: Description;
  /** Undefined until it has loaded. */
  report: Report | undefined;
  reportQuery: PartialQuery;
  setReportQuery: (reportQuery: PartialQuery) => void;
}
