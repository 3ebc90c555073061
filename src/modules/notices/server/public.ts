export { importNotices } from './importing.ts';
export type { NoticeSummary, Notices } from './summaries.ts';
