export { visitHandover } from './handover.ts';
