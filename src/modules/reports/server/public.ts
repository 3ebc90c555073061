export { reportViewHandover } from './views/handover.ts';
