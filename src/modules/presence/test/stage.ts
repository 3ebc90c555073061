import { expect, vi } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import type { TestForecourt } from '../../../../test/support/forecourt.ts';
import type { TestSocket } from '../../../../test/support/socket.ts';
import type { DataOf } from '../../../platform/contract/socket.ts';
import { hashPassword, setPasswordHash } from '../../access/server/public.ts';
import { listUsers, type Person, type Status, type User } from '../../people/contract.ts';
import { createUser, type NewUser } from '../../people/server/public.ts';
import { getStatusMetrics, type StatusMetrics, setStatus, statusesChanged } from '../contract.ts';
import { announceJoined } from '../server/changes.ts';

/** Long enough for several rounds. */
const longTimeout = { timeout: 60_000 };

let userCount = 0;

/** A new user, active and approved by default. */
export async function addUser(
  { platform }: Pick<TestForecourt, 'platform'>,
  overrides: Partial<NewUser> = {},
): Promise<number> {
  userCount += 1;
  const username = `hired${userCount}`;
  const person: NewUser = {
    firstName: 'Hanna',
    lastName: `Hired${userCount}`,
    username,
    email: `${username}@example.com`,
    role: 'employee',
    department: 'sales',
    storeAccess: [],
    pagePermissions: [],
    featurePermissions: [],
    ...overrides,
  };
  return platform.db.transaction().execute(async (tx) => (await createUser(tx, person)).id);
}

export const password = 'a long enough password';
const hash = hashPassword(password);

/** Gives a user a password and signs them in. */
export async function signInUser(forecourt: TestForecourt, id: number): Promise<Client> {
  const { db } = forecourt.platform;
  await setPasswordHash(db, id, await hash);
  const { username } = await db
    .selectFrom('users')
    .select('username')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return forecourt.signIn(username, password);
}

export async function idOf(client: Client): Promise<number> {
  return (await client.raw('GET', '/api/user')).body.id;
}

/** Makes these people last seen this many seconds ago. */
export async function age(
  { platform }: Pick<TestForecourt, 'platform'>,
  ids: number[],
  seconds = 46,
): Promise<void> {
  const seenAt = new Date(Date.now() - seconds * 1000);
  await platform.db
    .updateTable('presence_sightings')
    .set({ seen_at: seenAt })
    .where('user_id', 'in', ids)
    .execute();
}

/** Closes a person's last socket, and waits until the server has recorded it. */
export async function disconnect(
  { platform }: Pick<TestForecourt, 'platform'>,
  userId: number,
  socket: TestSocket,
): Promise<void> {
  const seenAt = async () => {
    const row = await platform.db
      .selectFrom('presence_sightings')
      .select('seen_at')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return Number(row?.seen_at);
  };
  const before = await seenAt();
  socket.terminate();
  await socket.closed;
  await vi.waitFor(async () => expect(await seenAt()).toBeGreaterThan(before), longTimeout);
}

export const choose = (client: Client, id: number, status: Status, more = {}) =>
  client.call(setStatus, { params: { id }, body: { status, ...more } });

/** The row of this person in the list this client gets. */
export async function rowOf(client: Client, id: number): Promise<(Person & Partial<User>) | null> {
  for (let page = 1; ; page += 1) {
    const { body } = await client.call(listUsers, { query: { page, limit: 200 } });
    const row = body.users.find((one) => one.id === id);
    if (row || page >= body.pagination.total) return row ?? null;
  }
}

export async function shownStatus(client: Client, id: number): Promise<string | undefined> {
  return (await rowOf(client, id))?.status;
}

/** The metrics once the snapshot of the last second has passed. */
export async function freshMetrics(client: Client): Promise<StatusMetrics> {
  await new Promise((resolve) => setTimeout(resolve, 1_050));
  return (await client.call(getStatusMetrics)).body;
}

/** The events about this person that the socket received, including everything published so far. */
export async function statusEvents(
  socket: TestSocket,
  userId: number,
  type = 'user_status_change',
): Promise<string[]> {
  socket.send('ping');
  await socket.next('pong');
  return socket.frames
    .filter((frame) => frame.type === type && frame.data.userId === userId)
    .map(({ data }) => data.status);
}

/** Waits until the socket has received exactly these statuses of the person. */
export async function waitForStatuses(
  socket: TestSocket,
  userId: number,
  statuses: string[],
  type?: string,
): Promise<void> {
  await vi.waitFor(
    async () => expect(await statusEvents(socket, userId, type)).toEqual(statuses),
    longTimeout,
  );
}

/** Waits until someone else is published as offline, so that one round has passed. */
export async function waitForRound(forecourt: TestForecourt, listener: TestSocket): Promise<void> {
  const { platform } = forecourt;
  const id = await addUser(forecourt);
  await platform.db.insertInto('presence_sightings').values({ user_id: id }).execute();
  await age(forecourt, [id]);
  await waitForStatuses(listener, id, ['offline']);
}

/** A socket of a client that takes statuses in batches, as ours does. */
export async function batchedSocket(client: Client): Promise<TestSocket> {
  const socket = await client.socket({ auth: false });
  socket.send('auth', { accepts: [statusesChanged.type] });
  await socket.next('ready');
  return socket;
}

type Entry = DataOf<typeof statusesChanged>['statuses'][number];

/** What a batched socket received about these people, in order. */
export const entriesOf = ({ frames }: TestSocket, ...userIds: number[]): Entry[] =>
  frames
    .filter(({ type }) => type === statusesChanged.type)
    .flatMap(({ data }) => data.statuses)
    .filter(({ userId }) => userIds.includes(userId));

/** Waits until the last status that each of these batched sockets received of the person is this one. */
export async function waitForLast(
  sockets: TestSocket[],
  userId: number,
  status: string,
): Promise<void> {
  await vi.waitFor(() => {
    const last = sockets.map((socket) => entriesOf(socket, userId).at(-1)?.status);
    expect(last).toEqual(sockets.map(() => status));
  }, longTimeout);
}

/** Waits until a later change of someone else has reached the batched socket, so that nothing is on its way. */
export async function waitForDelivery(
  forecourt: TestForecourt,
  ...sockets: TestSocket[]
): Promise<void> {
  const { platform } = forecourt;
  const id = await addUser(forecourt);
  await platform.db.insertInto('presence_sightings').values({ user_id: id }).execute();
  await announceJoined(platform, [id]);
  await waitForLast(sockets, id, 'online');
}
