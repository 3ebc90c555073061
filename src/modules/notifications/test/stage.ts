import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { vi } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import type { TestForecourt } from '../../../../test/support/forecourt.ts';
import { hashPassword, setPasswordHash } from '../../access/server/public.ts';
import { createUser, type NewUser } from '../../people/server/public.ts';
import { listNotifications } from '../contract.ts';
import { type Notice, notify, publishNotifications } from '../server/public.ts';

type TestServer = Pick<TestForecourt, 'platform' | 'signIn'>;

export const password = 'a long enough password';
const hash = hashPassword(password);

export interface TestUser {
  id: number;
  username: string;
  client: Client;
}

/** Creates a user and signs them in. */
export async function addUser(
  forecourt: TestServer,
  fields: Partial<NewUser> = {},
): Promise<TestUser> {
  const username = `n${randomUUID().slice(0, 8)}`;
  const person: NewUser = {
    firstName: 'Nora',
    lastName: 'Notified',
    username,
    email: `${username}@example.com`,
    role: 'employee',
    department: 'sales',
    storeAccess: [],
    pagePermissions: [],
    featurePermissions: [],
    ...fields,
  };
  const id = await forecourt.platform.db.transaction().execute(async (tx) => {
    const row = await createUser(tx, person);
    await setPasswordHash(tx, row.id, await hash);
    return row.id;
  });
  return { id, username, client: await forecourt.signIn(username, password) };
}

export const notice = (userIds: number[], fields: Partial<Notice> = {}): Notice => ({
  userIds,
  title: 'Ann Sales',
  message: 'The blue one is sold',
  type: 'info',
  deliver: { push: false, digest: false },
  ...fields,
});

/** Stores, commits and publishes, as other modules do; returns how many were stored. */
export async function notifyUsers(
  { platform }: Pick<TestServer, 'platform'>,
  ...notices: Notice[]
) {
  const stored = await platform.db.transaction().execute((tx) => notify(tx, ...notices));
  await publishNotifications(platform, stored);
  return stored.added.length;
}

export const listOf = async (client: Client, query = {}) =>
  (await client.call(listNotifications, { query })).body;

export const titlesOf = async (client: Client, query = {}) =>
  (await listOf(client, query)).notifications.map(({ title }) => title);

/** Makes a user's notifications older by so many seconds, so that pushes and emails become due. */
export async function age(
  { platform }: Pick<TestServer, 'platform'>,
  userId: number,
  seconds: number,
): Promise<void> {
  const earlier = (at: unknown) => new Date(Number(at) - seconds * 1000);
  const rows = await platform.db
    .selectFrom('notifications')
    .select(['id', 'created_at', 'push_at'])
    .where('user_id', '=', userId)
    .execute();
  for (const { id, created_at, push_at } of rows) {
    const times = { created_at: earlier(created_at), push_at: push_at && earlier(push_at) };
    await platform.db.updateTable('notifications').set(times).where('id', '=', id).execute();
  }
}

/** Runs a scheduled job now. */
export async function runJob(
  { platform }: Pick<TestServer, 'platform'>,
  name: string,
): Promise<void> {
  await platform.jobs.add(platform.db, name, {});
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n
        from graphile_worker.jobs where task_identifier = ${name}`.execute(platform.db);
      if (rows[0]?.n !== 0) throw new Error(`${name} is still running`);
    },
    { timeout: 8_000 },
  );
}
