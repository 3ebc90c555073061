import { departmentNames, storeAccessNames } from '../../../../platform/contract/names.ts';
import type { Law, OvertimeBasis } from '../../contract/rules.ts';
import type { Flag, SheetPerson } from '../../contract/sheets.ts';
import type { ClockStatus } from '../../contract.ts';

export const statusNames: Record<ClockStatus, string> = {
  clocked_in: 'Clocked In',
  on_break: 'On Break',
  clocked_out: 'Clocked Out',
};

export const flagNames: Record<Flag, string> = {
  open: 'Running',
  no_clock_out: 'No clock-out',
  missed_break: 'Missed break',
  overtime: 'Overtime',
  double_time: 'Double time',
};

export const lawNames: Record<Law, string> = {
  federal: 'Federal (FLSA)',
  california: 'California',
};

export const basisNames: Record<OvertimeBasis, string> = {
  non_exempt: 'Non-exempt: overtime is paid',
  salesman: 'Exempt: salesman, 29 USC 213(b)(10)(A)',
  partsman: 'Exempt: partsman, 29 USC 213(b)(10)(A)',
  mechanic: 'Exempt: mechanic, 29 USC 213(b)(10)(A)',
  service_advisor: 'Exempt: service advisor, 29 USC 213(b)(10)(A)',
  white_collar: 'Exempt: white-collar, 29 USC 213(a)(1)',
};

/** Where someone works: `Sales · Ford · Hyundai`. */
export const workplaceOf = ({ department, stores }: SheetPerson): string =>
  [
    ...(department ? [departmentNames[department]] : []),
    ...stores.map((store) => storeAccessNames[store]),
  ].join(' · ');
