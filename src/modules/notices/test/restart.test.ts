import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { createClient } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import {
  copyOfFirstStart,
  prepareFirstStart,
  startServer,
} from '../../../../test/support/process.ts';
import { openDatabaseOf } from '../../../../test/support/writers.ts';
import { post } from './stage.ts';

const countByUser = `select count(*)::int as people, max(n)::int as most from (
  select user_id, count(*) as n from notifications
  where key like 'chat:sales:~notices:' || $1 || ':' || $2 || ':%' group by user_id) t`;

async function runRound(pool: Pool): Promise<void> {
  await pool.query("select graphile_worker.add_job('notices.round')");
}

beforeAll(async () => {
  await prepareFirstStart();
});

test('after a crash while notifying late people, everyone is notified once', async () => {
  const dataDir = await copyOfFirstStart();
  let server = await startServer({ dataDir });
  const manager = createClient(server.url);
  const body = { username: 'manager', password: 'forecourt-demo' };
  await manager.raw('POST', '/api/login', { body });
  const { message, total } = await post(manager, 'sales');
  let pool = openDatabaseOf(dataDir);
  await pool.query(
    `update notices set half_at = now() - interval '1 second', due_at = now()
     where message_id = $1`,
    [message.id],
  );
  await runRound(pool);
  await sleep(15);
  await server.kill('SIGKILL');
  await pool.end().catch(() => {}); // The database server died with the process.

  server = await startServer({ dataDir });
  pool = openDatabaseOf(dataDir);
  await eventually(async () => {
    await runRound(pool);
    const { rows } = await pool.query('select due_notified_at from notices where message_id = $1', [
      message.id,
    ]);
    return rows[0].due_notified_at !== null;
  }, 'No round finished');
  await runRound(pool);
  await sleep(300);
  const recipients = await pool.query(countByUser, [message.id, 'you']);
  const leaders = await pool.query(countByUser, [message.id, 'team']);
  expect(recipients.rows).toEqual([{ people: total, most: 1 }]);
  expect(leaders.rows).toEqual([{ people: expect.any(Number), most: 1 }]);
  expect(leaders.rows[0].people).toBeGreaterThan(1);
  await pool.end();
  await server.kill('SIGTERM');
  fs.rmSync(dataDir, { recursive: true, force: true });
});
