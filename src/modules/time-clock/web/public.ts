export { clockHours } from '../contract/duration.ts';
export { useServerTime } from './clock/ClockFace.tsx';
export { noteServerTime } from './clock/serverTime.ts';
export { TimeClock } from './clock/TimeClock.tsx';
export { useClockActions } from './clock/useClockActions.ts';
export { statusNames } from './state/labels.ts';
