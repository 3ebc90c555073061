import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { openCarChannel, seesCars } from '../../chat/test/carChannel.ts';
import { idOf } from '../../chat/test/chatCalls.ts';
import { privateChannel } from '../../chat/test/personalCalls.ts';
import { addUser, type TestUser } from '../../notifications/test/stage.ts';
import { carSource, fillCars } from '../../records/test/cars.ts';
import { listClosed } from '../contract/history.ts';
import { readFigures } from '../contract.ts';
import { act, createRequest, queue } from './stage.ts';

let forecourt: TestForecourt;
let employee: Client;
let tyler: Client;
let priya: Client;
let tylerId: number;
let channelId: string;

const minute = 60_000;
const dayMinutes = 24 * 60;

beforeAll(async () => {
  forecourt = await startForecourt({ records: carSource });
  fillCars();
  employee = await forecourt.signIn('employee');
  tyler = await forecourt.signIn('tyler.boone');
  priya = await forecourt.signIn('priya.raman');
  tylerId = await idOf(forecourt, 'tyler.boone');
  channelId = await privateChannel(employee, [tylerId]);
});
afterAll(() => forecourt.stop());

interface PastRequest {
  /** Minutes ago; the other times are minutes after it. */
  requestedAgo: number;
  claimed?: number;
  done?: number;
  due?: number;
}

/** A past request, with its times written directly to the database. */
async function pastRequest({ requestedAgo, claimed, done, due }: PastRequest): Promise<void> {
  const message = await createRequest(employee, channelId);
  if (claimed !== undefined) await act(tyler, message, 'claim');
  if (done !== undefined) await act(tyler, message, 'done');
  const requestedAt = Date.now() - requestedAgo * minute;
  const after = (minutes: number | undefined) =>
    minutes === undefined ? null : new Date(requestedAt + minutes * minute);
  await forecourt.platform.db
    .updateTable('chat_requests')
    .set({
      asked_at: new Date(requestedAt),
      claimed_at: after(claimed),
      closed_at: after(done),
      due_at: after(due),
    })
    .where('message_id', '=', message.id)
    .execute();
}

const figuresOf = async (client: Client, query: { days?: '7' | '30' | '90'; channelId?: string }) =>
  (await client.call(readFigures, { query })).body;

test('the metrics match a calculation by hand', async () => {
  // Claimed after 1, 2, 3, 4 and 10 minutes: median 3, p90 halfway… 4 + 0.6 × 6 = 7.6.
  await pastRequest({ requestedAgo: 300, claimed: 1, done: 10, due: 20 });
  await pastRequest({ requestedAgo: 300, claimed: 2, done: 20, due: 20 });
  await pastRequest({ requestedAgo: 300, claimed: 3, done: 40, due: 20 });
  await pastRequest({ requestedAgo: 300, claimed: 4, due: 20 });
  await pastRequest({ requestedAgo: 300, claimed: 10, due: 1_000 });
  await pastRequest({ requestedAgo: 300 });
  // Long ago: these count only in the longest period, but open ones count in every period.
  await pastRequest({ requestedAgo: 40 * dayMinutes, claimed: 500, done: 1_000 });
  await pastRequest({ requestedAgo: 40 * dayMinutes, due: 10 });

  const { total, rows } = await figuresOf(employee, { channelId });
  expect(total).toEqual({
    open: 4,
    overdue: 2,
    claimed: 5,
    medianClaimSeconds: 3 * 60,
    p90ClaimSeconds: expect.closeTo(7.6 * 60, 3),
    done: 3,
    medianDoneSeconds: 20 * 60,
    // 20 + 0.8 × 20.
    p90DoneSeconds: expect.closeTo(36 * 60, 3),
    // Three were done, two of them in time, and one is overdue.
    inTime: 2 / 4,
  });
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ id: String(tylerId), open: 2, overdue: 1, claimed: 5, done: 3 });
  const longest = await figuresOf(employee, { channelId, days: '90' });
  expect(longest.total).toMatchObject({ claimed: 6, done: 4, medianDoneSeconds: 30 * 60 });

  const all = await figuresOf(tyler, {});
  expect(all.rows.find(({ id }) => id === channelId)).toMatchObject(total);
});

test('unreadable conversations have no metrics', async () => {
  const { status } = await priya.call(readFigures, { query: { channelId } });
  expect(status).toBe(404);
  const { rows } = await figuresOf(priya, {});
  expect(rows.map(({ id }) => id)).not.toContain(channelId);
});

test('a record’s requests are those of everyone who may read it, and of no one else', async () => {
  const salesperson = () => addUser(forecourt, seesCars);
  const [follower, reader] = [await salesperson(), await salesperson()];
  const outsider = await addUser(forecourt, { storeAccess: ['ford'] });
  const id = await openCarChannel(follower.client);
  await createRequest(follower.client, id);
  await act(follower.client, await createRequest(follower.client, id), 'done');
  const countsOf = async ({ client }: TestUser) => ({
    figures: (await figuresOf(client, {})).rows.some((row) => row.id === id),
    unclaimed: (await queue(client, 'unclaimed')).filter((request) => request.channelId === id)
      .length,
    closed: (await client.call(listClosed, { query: {} })).body.filter(
      (request) => request.channelId === id,
    ).length,
  });
  expect(await countsOf(follower)).toEqual({ figures: true, unclaimed: 1, closed: 1 });
  expect(await countsOf(reader)).toEqual({ figures: true, unclaimed: 1, closed: 1 });
  expect(await countsOf(outsider)).toEqual({ figures: false, unclaimed: 0, closed: 0 });
  expect((await figuresOf(reader.client, { channelId: id })).total).toMatchObject({ open: 1 });
});
