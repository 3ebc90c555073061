import type { ReportId } from '../../contract/report.ts';

export interface OverviewColumn {
  report: ReportId;
  measure: string;
  /** Filters in the URL format. */
  only?: string;
  /** A rate: targets of stores do not add up, and it has no projection. */
  isRate?: true;
}

const usedOnly = 'condition:used';

export const overviewColumns: readonly OverviewColumn[] = [
  { report: 'sales', measure: 'units' },
  { report: 'sales', measure: 'new' },
  { report: 'sales', measure: 'used' },
  { report: 'sales', measure: 'frontGross' },
  { report: 'finance', measure: 'backGross' },
  { report: 'finance', measure: 'totalPerUnit', isRate: true },
  { report: 'inventory', measure: 'units' },
  { report: 'inventory', measure: 'agedShare', only: usedOnly, isRate: true },
  { report: 'inventory', measure: 'agedValueShare', only: usedOnly, isRate: true },
  { report: 'inventory', measure: 'interest' },
  { report: 'recon', measure: 'daysToLine', isRate: true },
  { report: 'service', measure: 'orders' },
  { report: 'service', measure: 'laborRate', isRate: true },
  { report: 'service', measure: 'gross' },
  { report: 'leads', measure: 'leads' },
  { report: 'leads', measure: 'answerMinutes', isRate: true },
  { report: 'leads', measure: 'soldShare', isRate: true },
];
