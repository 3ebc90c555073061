export { endAbsences, showAbsences } from './absences.ts';
export { createPresenceSource } from './index.ts';
