export { shiftHandover } from './handover.ts';
export { findOffShift } from './quiet.ts';
