export { findOffShift } from './quiet.ts';
