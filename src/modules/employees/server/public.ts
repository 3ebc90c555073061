export {
  type EmployeeRow,
  findEmployeeByNumber,
  findEmployees,
  findManagers,
  findNearestManagers,
  jobAt,
  listReports,
} from './find.ts';
export { employeeViewHandover, reportHandover } from './handover.ts';
export { isAtTheirStores, isHrWriter, listHr } from './holders.ts';
export { listOutEquipment, setEmploymentDay } from './leaving.ts';
export { storedPhoneOrNull } from './phones.ts';
export { canReadHr, canWriteHr, inLineOf, readableByHr, writableByHr } from './policy.ts';
export { type Changed, publishChanged } from './publish.ts';
