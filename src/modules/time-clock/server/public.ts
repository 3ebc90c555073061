export { importPunches } from './import.ts';
export { countHours, type HoursWeek } from './sheets/span.ts';
export { createShiftSource } from './shifts.ts';
export { listManagedPeople } from './team/kept.ts';
