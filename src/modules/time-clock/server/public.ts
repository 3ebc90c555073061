export { importPunches } from './import.ts';
export { listManagedPeople } from './managed-people.ts';
export { countHours, type HoursWeek } from './sheets/span.ts';
export { createShiftSource } from './shifts.ts';
