export { agree, type SharedValue } from './cells/agreement.ts';
export { centsOf, countOf, hundredthsOf, type ParsedCell } from './cells/amounts.ts';
export { type ParsedTime, parseTime } from './cells/days.ts';
export { type FindStaff, staffOf } from './cells/people.ts';
export type {
  Checked,
  FileRecord,
  FileRow,
  ImportContext,
  ImportField,
  ImportKind,
  RowNote,
  RowProblem,
} from './kinds.ts';
export { deleteUntouched } from './steps/untouched.ts';
