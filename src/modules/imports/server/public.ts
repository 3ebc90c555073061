export { agree, type SharedValue } from './cells/agreement.ts';
export { centsOf, countOf, hundredthsOf, type ParsedCell } from './cells/amounts.ts';
export { isAhead, type ParsedTime, parseTime } from './cells/days.ts';
export { isStore, lettersOf, readerOf } from './cells/names.ts';
export { type FindStaff, staffOf } from './cells/people.ts';
export type {
  CellProblem,
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
