export { TimeClock } from './clock/TimeClock.tsx';
