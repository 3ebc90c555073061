import type { TeamRow } from '../../contract/sheets.ts';

export type Show = 'everybody' | 'attention' | 'open' | 'working';

/** Whether somebody has to look at the week before it can be paid. */
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

/** Of these weeks those that can be approved as they are. */
export const approvable = (rows: readonly TeamRow[]): TeamRow[] =>
  rows.filter(
    ({ approval, approvalWaitsFor, totals }) =>
      approval !== 'approved' && approvalWaitsFor === null && totals.paidMs > 0,
  );
