export { importNotices } from './importing.ts';
