import fs from 'node:fs';
import path from 'node:path';
import { createSessions, currentUserOf } from '../modules/access/server/public.ts';
import { beginTelling } from '../modules/chat/server/public.ts';
import { preparePushKeys } from '../modules/notifications/server/public.ts';
import { getTimezone } from '../modules/organization/server/public.ts';
import type { Config } from '../platform/server/config/config.ts';
import { lockDataDir } from '../platform/server/db/instance-lock.ts';
import { migrate } from '../platform/server/db/migrate.ts';
import { type RunningDatabase, startDatabase } from '../platform/server/db/start.ts';
import { serveHealth } from '../platform/server/http/health.ts';
import { describeApi } from '../platform/server/http/openapi.ts';
import { servePages } from '../platform/server/http/pages.ts';
import { migrateJobs } from '../platform/server/jobs/jobs.ts';
import type { Log } from '../platform/server/log/log.ts';
import { createRecentLog, type RecentLog } from '../platform/server/log/recent.ts';
import { createPlatform, type RunningPlatform } from '../platform/server/start.ts';
import { inviteFirstAdministrator, refuseKnownPasswords, seedFirstStart } from './first-start.ts';
import { addModules, type RecordRooms } from './modules.ts';
import { version } from './version.ts';

export interface Forecourt {
  url: string;
  platform: RunningPlatform;
  /** Takes no new work, finishes what runs, closes what is open. */
  stop(): Promise<void>;
}

const webDir = path.resolve(import.meta.dirname, '../../dist/web');

/** Brings the whole product up on one port. Throws with a sentence for whoever started it. */
export async function startForecourt(
  config: Config,
  log: Log,
  recentLog = createRecentLog(),
  recordRooms?: RecordRooms,
): Promise<Forecourt> {
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
    return await serve({ config, log, recentLog, database, recordRooms }, closeAll);
  } catch (error) {
    await closeAll();
    throw error;
  }
}

interface Ground {
  config: Config;
  log: Log;
  recentLog: RecentLog;
  database: RunningDatabase;
  recordRooms: RecordRooms | undefined;
}

async function serve(ground: Ground, closeAll: () => Promise<void>): Promise<Forecourt> {
  const { config, log, database } = ground;
  await migrate(database.pool, log);
  await migrateJobs(database.pool);
  const sessions = createSessions(database.db, database.pool);
  const platform = await createPlatform({ ...ground, ...sessions });
  addModules(platform, ground.recordRooms);
  let draining = false;
  serveHealth(platform.app, database.pool, () => draining);
  serveDescription(platform);
  await serveSite(platform);
  await preparePushKeys(platform.db);
  await seedFirstStart(platform);
  await refuseKnownPasswords(platform);
  // As soon as there are people, and before they can say anything: nobody is told of what was said earlier.
  await beginTelling(platform.db);
  await listen(platform);
  if (config.seed === 'none') {
    await inviteFirstAdministrator(platform);
    await beginTelling(platform.db);
  }
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

/** Anybody may ask for it and making it takes 20 ms of the processor, so it is made once. */
function serveDescription({ app, routes }: RunningPlatform): void {
  let text: string | undefined;
  app.get('/api/openapi.json', async (_, reply) => {
    text ??= JSON.stringify(describeApi(routes.list(), version));
    return reply.type('application/json; charset=utf-8').send(text);
  });
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
    boot: async (actor) => {
      if (!actor) return { user: null };
      const [user, timezone] = await Promise.all([currentUserOf(db, actor), getTimezone(db)]);
      return { user, timezone };
    },
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
