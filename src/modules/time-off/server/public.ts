export {
  type Away,
  absences,
  awayAmong,
  awayOn,
  describeAbsence,
  type TimeOffDay,
  timeOffHours,
} from './away/away.ts';
