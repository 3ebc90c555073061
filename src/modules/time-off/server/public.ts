export {
  absences,
  awayAmong,
  awayBetween,
  awayOn,
  describeAbsence,
  timeOffHours,
} from './away/away.ts';
export type { TimeOffLocks } from './locks.ts';
export { timeOffHandover } from './requests/leaving.ts';
