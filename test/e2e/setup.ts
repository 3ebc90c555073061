import { prepareFirstStart } from '../support/process.ts';

/** Prepares the data directory that the servers of all workers copy. */
export default prepareFirstStart;
