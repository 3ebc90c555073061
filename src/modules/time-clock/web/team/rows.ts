import type { TeamRow } from '../../contract/sheets.ts';

export type Show = 'everyone' | 'attention' | 'open' | 'working';

/** Whether the week needs review before payroll. */
const needsAttention = ({ flags, waiting, approval }: TeamRow): boolean =>
  flags.includes('no_clock_out') ||
  flags.includes('missed_break') ||
  waiting > 0 ||
  approval === 'changed';

export function isShown(row: TeamRow, show: Show): boolean {
  if (show === 'attention') return needsAttention(row);
  if (show === 'open') return row.approval !== 'approved';
  if (show === 'working') return row.status !== 'clocked_out';
  return true;
}

/** The rows whose week can be approved now. */
export const approvable = (rows: readonly TeamRow[]): TeamRow[] =>
  rows.filter(
    ({ approval, approvalWaitsFor, totals }) =>
      approval !== 'approved' && approvalWaitsFor === null && totals.paidMs > 0,
  );
