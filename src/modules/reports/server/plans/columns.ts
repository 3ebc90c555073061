import type { ReportId } from '../../contract/report.ts';

export interface OverviewColumn {
  report: ReportId;
  measure: string;
  /** As an address holds what it is narrowed to. */
  only?: string;
  /** So much for each: two stores’ targets do not add up, and half a month of it is not half of it. */
  isRate?: true;
}

const usedCars = 'condition:used';

/** What whoever runs stores looks at first. */
export const overviewColumns: readonly OverviewColumn[] = [
  { report: 'sales', measure: 'units' },
  { report: 'sales', measure: 'new' },
  { report: 'sales', measure: 'used' },
  { report: 'sales', measure: 'frontGross' },
  { report: 'finance', measure: 'backGross' },
  { report: 'finance', measure: 'totalPerUnit', isRate: true },
  { report: 'inventory', measure: 'units' },
  { report: 'inventory', measure: 'agedShare', only: usedCars, isRate: true },
  { report: 'inventory', measure: 'agedValueShare', only: usedCars, isRate: true },
  { report: 'inventory', measure: 'interest' },
  { report: 'recon', measure: 'daysToLine', isRate: true },
  { report: 'service', measure: 'orders' },
  { report: 'service', measure: 'laborRate', isRate: true },
  { report: 'service', measure: 'gross' },
  { report: 'leads', measure: 'leads' },
  { report: 'leads', measure: 'answerMinutes', isRate: true },
  { report: 'leads', measure: 'soldShare', isRate: true },
];
