import fs from 'node:fs';
import path from 'node:path';
import { createSessions, currentUserOf } from '../modules/access/server/public.ts';
import type { Config } from '../platform/server/config/config.ts';
import { lockDataDir } from '../platform/server/db/instance-lock.ts';
import { migrate } from '../platform/server/db/migrate.ts';
import { type RunningDatabase, startDatabase } from '../platform/server/db/start.ts';
import { serveHealth } from '../platform/server/http/health.ts';
import { describeApi } from '../platform/server/http/openapi.ts';
import { servePages } from '../platform/server/http/pages.ts';
import { migrateJobs } from '../platform/server/jobs/jobs.ts';
import type { Log } from '../platform/server/log/log.ts';
import { createPlatform, type RunningPlatform } from '../platform/server/start.ts';
import { inviteFirstAdministrator, refuseKnownPasswords, seedFirstStart } from './first-start.ts';
import { addModules } from './modules.ts';
import { version } from './version.ts';

export interface Forecourt {
  url: string;
  platform: RunningPlatform;
  /** Takes no new work, finishes what runs, closes what is open. */
  stop(): Promise<void>;
}

const webDir = path.resolve(import.meta.dirname, '../../dist/web');

/** Brings the whole product up on one port. Throws with a sentence for whoever started it. */
export async function startForecourt(config: Config, log: Log): Promise<Forecourt> {
  const lock = await lockDataDir(config.dataDir);
  const database = await startDatabase(config, log).catch((error) => {
    lock.release();
    throw error;
  });
  async function closeAll(): Promise<void> {
    await database.close();
    lock.release();
  }
  try {
    return await serve(config, log, database, closeAll);
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function serve(
  config: Config,
  log: Log,
  database: RunningDatabase,
  closeAll: () => Promise<void>,
): Promise<Forecourt> {
  await migrate(database.pool, log);
  await migrateJobs(database.pool);
  const sessions = createSessions(database.db, database.pool);
  const platform = await createPlatform({ config, log, database, ...sessions });
  addModules(platform);
  let draining = false;
  serveHealth(platform.app, database.pool, () => draining);
  platform.app.get('/api/openapi.json', async () => describeApi(platform.routes.list(), version));
  await serveSite(platform);
  await seedFirstStart(platform);
  await refuseKnownPasswords(platform);
  await listen(platform);
  if (config.seed === 'none') await inviteFirstAdministrator(platform);
  await platform.jobs.start();
  return {
    url: platform.publicUrl(),
    platform,
    async stop() {
      draining = true;
      await platform.realtime.drain();
      await platform.app.close();
      await platform.stop();
      await closeAll();
    },
  };
}

async function serveSite(platform: RunningPlatform): Promise<void> {
  // Tests of the server need no built site.
  if (!fs.existsSync(path.join(webDir, 'index.html'))) return;
  const { app, authenticate, cookie, db, log } = platform;
  await servePages({
    app,
    webDir,
    authenticate,
    cookie,
    log,
    boot: async (actor) => ({ user: actor && (await currentUserOf(db, actor)) }),
  });
}

async function listen({ app, config }: RunningPlatform): Promise<void> {
  const { host, port } = config;
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new Error(`Port ${port} is taken: stop what listens there, or set PORT.`);
    }
    if (code === 'EACCES') throw new Error(`Port ${port} needs more rights: set PORT above 1023.`);
    throw error;
  }
}
