export { importPunches } from './import.ts';
export { createShiftSource } from './shifts.ts';
