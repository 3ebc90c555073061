export { requestHandover } from './handover.ts';
export { importRequests } from './importing.ts';
export { listRequests } from './reading/queue.ts';
