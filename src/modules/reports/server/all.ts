import { notFound } from '../../../platform/server/errors.ts';
import type { ReportId } from '../contract/report.ts';
import type { Report } from './report.ts';
import { chatReport } from './reports/chat/report.ts';
import { financeReport } from './reports/deals/finance.ts';
import { salesReport } from './reports/deals/sales.ts';
import { leadsReport } from './reports/leads/report.ts';
import { peopleReport } from './reports/people/report.ts';
import { serviceReport } from './reports/service/report.ts';
import { inventoryReport } from './reports/stock/inventory.ts';
import { reconReport } from './reports/stock/recon.ts';
import { workforceReport } from './reports/workforce/report.ts';

/** All reports, in display order. */
export const reports: readonly Report[] = [
  salesReport,
  financeReport,
  inventoryReport,
  reconReport,
  serviceReport,
  leadsReport,
  peopleReport,
  workforceReport,
  chatReport,
];

/** Throws 404 for an unknown id. */
export function findReport(id: ReportId): Report {
  const found = reports.find((report) => report.id === id);
  if (!found) throw notFound();
  return found;
}
