export { payrollLocks } from './locking/guard.ts';
export { payrollTimeOffLocks } from './locking/timeOff.ts';
