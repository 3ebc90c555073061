export { orderChanged } from '../contract/events.ts';
export { useIsTechnician } from './state/useMyWork.ts';
