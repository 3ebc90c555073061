export {
  type EmployeeRow,
  findEmployeeByNumber,
  findEmployees,
  findManagers,
  listReports,
} from './find.ts';
export { canReadHr, canWriteHr, inLineOf, readableByHr, writableByHr } from './policy.ts';
