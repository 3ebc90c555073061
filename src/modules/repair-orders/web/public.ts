export { orderChanged } from '../contract/events.ts';
