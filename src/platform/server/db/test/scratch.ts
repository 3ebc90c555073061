import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { createLog } from '../../log/log.ts';
import { type Database, openDatabase } from '../database.ts';

/** Only for statements that hang: on a shared machine, duration proves nothing. */
const timeoutMs = 60_000;

/** A database on the PostgreSQL of the test run: empty, or a copy of the migrated template. Drop it when done. */
export async function createScratch(
  template?: 'template_empty',
): Promise<Database & { drop(): Promise<void> }> {
  const log = createLog('silent');
  const host = inject('socketDir');
  const name = `scratch_${randomUUID().replaceAll('-', '')}`;
  const admin = openDatabase({ host, database: 'postgres' }, log, timeoutMs);
  await admin.pool.query(
    `create database ${name} ${template ? `template ${template} strategy file_copy` : ''}`,
  );
  const database = openDatabase({ host, database: name }, log, timeoutMs);
  return {
    ...database,
    async drop() {
      await database.close();
      await admin.pool.query(`drop database ${name} with (force)`);
      await admin.close();
    },
  };
}
