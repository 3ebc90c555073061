export { leadChanged } from '../contract/events.ts';
