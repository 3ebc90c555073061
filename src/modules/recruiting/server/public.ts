export { recruitingHandover } from './handover.ts';
export { recruitingUploads } from './papers.ts';
