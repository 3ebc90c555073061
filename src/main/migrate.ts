import { readConfig } from '../platform/server/config/config.ts';
import { migrate } from '../platform/server/db/migrate.ts';
import { startDatabase } from '../platform/server/db/start.ts';
import { migrateJobs } from '../platform/server/jobs/jobs.ts';
import { createLog } from '../platform/server/log/log.ts';

// For whoever wants the schema changed before the new version starts.
const config = readConfig(process.env);
const log = createLog(config.logLevel);
const database = await startDatabase(config, log);
await migrate(database.pool, log);
await migrateJobs(database.pool);
await database.close();
