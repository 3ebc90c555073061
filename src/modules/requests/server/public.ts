export { importRequests } from './importing.ts';
