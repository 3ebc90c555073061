import { startDatabase } from '../platform/server/db/start.ts';
import { createLog } from '../platform/server/log/log.ts';
import { configure } from './configure.ts';
import { prepareSchema } from './prepare-schema.ts';

// For operators who migrate the schema before starting a new version.
const config = configure();
const log = createLog(config.logLevel);
const database = await startDatabase(config, log);
await prepareSchema(database, log);
await database.close();
