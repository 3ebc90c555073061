export {
  absences,
  awayAmong,
  awayOn,
  describeAbsence,
  timeOffHours,
} from './away/away.ts';
