export { importRequests } from './importing.ts';
export { listRequests } from './reading/queue.ts';
