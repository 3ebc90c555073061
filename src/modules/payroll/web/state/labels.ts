import { departmentNames, homeStoreName } from '../../../../platform/contract/names.ts';
import type { BadgeProps } from '../../../../platform/web/ui/Badge.tsx';
import type { Frequency } from '../../contract/periods.ts';
import type { ApprovalState, Payee, PeriodState, SignState } from '../../contract/review.ts';
import type { Flag } from '../../contract/statement.ts';

export const flagNames: Record<Flag, string> = {
  no_clock_out: 'No clock-out',
  open: 'Running',
  pending_request: 'Request pending',
  missed_meal: 'Missed meal',
  no_store: 'No store',
};
export const flagTones: Record<Flag, BadgeProps['tone']> = {
  no_clock_out: 'danger',
  open: 'success',
  pending_request: 'warning',
  missed_meal: 'warning',
  no_store: 'neutral',
};

type Look = BadgeProps & { children: string };

export const signLooks: Record<SignState, Look> = {
  none: { tone: 'neutral', children: 'Not signed' },
  signed: { tone: 'success', children: 'Signed' },
  changed: { tone: 'warning', children: 'Changed since signed' },
  objected: { tone: 'danger', children: 'Objected' },
  answered: { tone: 'info', children: 'Answered' },
};

export const approvalLooks: Record<ApprovalState, Look> = {
  open: { tone: 'neutral', children: 'Not approved' },
  approved: { tone: 'success', children: 'Approved' },
  changed: { tone: 'warning', children: 'Changed since approved' },
};

export const stateLooks: Record<PeriodState, Look> = {
  open: { tone: 'info', children: 'Open' },
  in_review: { tone: 'warning', children: 'In review' },
  approved: { tone: 'success', children: 'Approved' },
  locked: { tone: 'neutral', children: 'Locked' },
  exported: { tone: 'neutral', children: 'Exported' },
};

export const frequencyNames: Record<Frequency, string> = {
  weekly: 'Weekly',
  biweekly: 'Every two weeks',
  semimonthly: 'Twice a month',
};

export const payBasisNames: Record<NonNullable<Payee['payBasis']>, string> = {
  hourly: 'Hourly',
  salary: 'Salaried',
  commission: 'Commission',
  flat_rate: 'Flat rate',
};

/** `Service technician · Ford · Salaried`. */
export const describePayee = ({ jobTitle, store, department, payBasis }: Payee): string =>
  [
    jobTitle ?? (department && departmentNames[department]),
    homeStoreName(store),
    payBasis && payBasis !== 'hourly' && payBasisNames[payBasis],
  ]
    .filter(Boolean)
    .join(' · ');
