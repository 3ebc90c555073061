export { dealChanged } from '../contract/events.ts';
