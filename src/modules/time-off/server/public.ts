export {
  absences,
  awayAmong,
  awayBetween,
  awayOn,
  describeAbsence,
  timeOffHours,
} from './away/away.ts';
