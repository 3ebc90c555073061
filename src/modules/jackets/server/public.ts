export { listMissingPapers } from './hires.ts';
