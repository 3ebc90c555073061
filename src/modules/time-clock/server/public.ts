export { importPunches } from './import.ts';
export { getManagedPerson, listManagedPeople, managedBy } from './managed-people.ts';
export type { PunchPlaces } from './places.ts';
export { canManageHours, managedStores } from './policy.ts';
export { publishHours } from './publish.ts';
export { getClock } from './punching/clock.ts';
export { recordKioskPunch } from './punching/punch.ts';
export { countHours, type HoursWeek } from './sheets/span.ts';
export { createShiftSource } from './shifts.ts';
