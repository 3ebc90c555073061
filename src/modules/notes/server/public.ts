export { noteHandover } from './handover.ts';
