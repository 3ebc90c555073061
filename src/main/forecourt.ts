import type { Config } from '../platform/server/config/config.ts';
import { lockDataDir } from '../platform/server/db/instance-lock.ts';
import { startDatabase } from '../platform/server/db/start.ts';
import type { Log } from '../platform/server/log/log.ts';
import { createRecentLog } from '../platform/server/log/recent.ts';
import { checkSurroundings } from '../platform/server/preflight.ts';
import type { RecordSources } from './modules.ts';
import type { Forecourt } from './serve.ts';

export type { Forecourt };

/** Starts the whole product on one port. Throws with a message for the operator. */
export async function startForecourt(
  config: Config,
  log: Log,
  recentLog = createRecentLog(),
  recordSources?: RecordSources,
): Promise<Forecourt> {
  await checkSurroundings(config);
  const lock = await lockDataDir(config.dataDir);
  // Loading the modules takes longer than PostgreSQL takes to start, and both can run at once.
  const modules = Promise.withResolvers<typeof import('./serve.ts')>();
  const load = () => import('./serve.ts').then(modules.resolve, modules.reject);
  const database = await startDatabase(config, log, load).catch((error) => {
    lock.release();
    throw error;
  });
  async function closeAll(): Promise<void> {
    await database.close();
    lock.release();
  }
  try {
    const { serve } = await modules.promise;
    return await serve({ config, log, recentLog, database, recordSources }, closeAll);
  } catch (error) {
    await closeAll();
    throw error;
  }
}
