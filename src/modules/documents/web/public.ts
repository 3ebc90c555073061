export { documentChanged } from '../contract/events.ts';
