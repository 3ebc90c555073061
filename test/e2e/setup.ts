import { prepareFirstStart } from '../support/process.ts';

/** One first start for the servers of all workers. */
export default prepareFirstStart;
