import { lockDataDir } from '../platform/server/db/instance-lock.ts';
import { startDatabase } from '../platform/server/db/start.ts';
import { createJobs } from '../platform/server/jobs/jobs.ts';
import { createLog } from '../platform/server/log/log.ts';
import { keyFolder, readKeys } from '../platform/server/secrets/keys.ts';
import { createSecrets } from '../platform/server/secrets/secrets.ts';
import { startStorage } from '../platform/server/storage/start.ts';
import { configure, fail } from './configure.ts';
import { seedDemo } from './first-start.ts';
import { prepareSchema } from './prepare-schema.ts';

// Seeds demo data into an empty database without starting the server.
const config = configure();
if (config.seed === 'none') {
  fail(
    'SEED=none: nothing to seed. The demo accounts have a published password; set SEED=demo to add them.',
  );
}
const log = createLog(config.logLevel);
const lock = await lockDataDir(config.dataDir);
const database = await startDatabase(config, log);
await prepareSchema(database, log);
const anyUser = await database.db.selectFrom('users').select('id').limit(1).executeTakeFirst();
if (anyUser) process.stdout.write('The database already has users. Nothing was changed.\n');
else {
  const keys = await readKeys(config.dataKeys, keyFolder(config.dataDir));
  const secrets = createSecrets(keys);
  const jobs = createJobs(database.pool, log);
  const storage = await startStorage(config.storage, jobs, secrets);
  await seedDemo(database.db, new Date(), { secrets, storage, jobs });
}
await database.close();
lock.release();
