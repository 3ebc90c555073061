export { TimeClock } from './clock/TimeClock.tsx';
export { useClockActions } from './clock/useClockActions.ts';
