import { grantToApplication } from '../platform/server/db/grants.ts';
import { migrate } from '../platform/server/db/migrate.ts';
import type { RunningDatabase } from '../platform/server/db/start.ts';
import { migrateJobs } from '../platform/server/jobs/jobs.ts';
import type { Log } from '../platform/server/log/log.ts';

/**
 * Migrates the schema as its owner, and grants the application's role what it needs. The owner's connections are
 * closed afterwards: a running server has no connection that could change the schema.
 */
export async function prepareSchema({ pool, owner }: RunningDatabase, log: Log): Promise<void> {
  await migrate(owner.pool, log);
  await migrateJobs(owner.pool);
  if (owner.pool === pool) return;
  const { rows } = await pool.query<{ role: string }>('select current_user as role');
  const [{ role } = { role: '' }] = rows;
  await grantToApplication(owner.pool, role);
  await owner.close();
}
