export { payrollLocks } from './locking/guard.ts';
