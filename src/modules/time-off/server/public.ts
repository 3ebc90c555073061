export {
  absences,
  awayAmong,
  awayOn,
  describeAbsence,
  listPaidKinds,
  timeOffHours,
} from './away/away.ts';
