import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChatMessage } from '../../../src/modules/chat/contract.ts';
import { dm, idOf, read } from '../../../src/modules/chat/test/chatCalls.ts';
import { listMyNotices } from '../../../src/modules/notices/contract.ts';
import { listNotifications } from '../../../src/modules/notifications/contract.ts';
import { getSlipState, openSlip } from '../../../src/modules/slips/contract.ts';
import type { Client } from '../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../test/support/forecourt.ts';

let forecourt: TestForecourt;
beforeAll(async () => {
  forecourt = await startForecourt({ database: 'empty', env: { SEED: 'demo' } });
});
afterAll(() => forecourt.stop());

const partIn = async (client: Client, channelId: string, name: string) => {
  const messages: ChatMessage[] = await read(client, channelId, { limit: 200 });
  const found = messages.findLast(({ metadata }) => metadata?.parts?.[name] !== undefined);
  return { message: found, part: found?.metadata?.parts?.[name] as Record<string, unknown> };
};

test('one notice is open and partly confirmed, and one is overdue with a confirmation missing', async () => {
  const gm = await forecourt.signIn('gm');
  const { message, part } = await partIn(gm, 'management', 'notices');
  expect(message).toMatchObject({
    messageType: 'card',
    content: expect.stringMatching(/^Policy: /),
  });
  expect(part).toMatchObject({ confirmed: 7, closedAt: null });
  expect(part.total).toBeGreaterThan(8);
  expect(Date.parse(String(part.dueAt))).toBeGreaterThan(Date.now());
  const mine = (await gm.call(listMyNotices)).body;
  expect(mine).toMatchObject([{ noticeId: part.noticeId, confirmedAt: null }]);

  const mateo = await forecourt.signIn('mateo.rivas');
  const late = await partIn(mateo, 'service', 'notices');
  expect(late.part).toMatchObject({ kind: 'safety', confirmed: 2, total: 3 });
  expect(Date.parse(String(late.part.dueAt))).toBeLessThan(Date.now());
  expect((await mateo.call(listMyNotices)).body).toMatchObject([{ confirmedAt: null }]);
  const maria = await forecourt.signIn('maria.lopez');
  expect((await maria.call(listMyNotices)).body).toMatchObject([
    { confirmedAt: expect.any(String) },
  ]);
  // Seeding sends no notifications.
  expect((await gm.call(listNotifications)).body.notifications).toEqual([]);
});

test('a protected slip opens for its two people, and is expired for everyone without the key', async () => {
  const employee = await forecourt.signIn('employee');
  const of = (name: string) => idOf(forecourt, name);
  const channelId = dm(await of('manager'), await of('employee'));
  const { part } = await partIn(employee, channelId, 'slips');
  const params = { slipId: String(part.slipId) };
  const state = (await employee.call(getSlipState, { params })).body;
  expect(state).toMatchObject({ closed: null, openedAt: expect.any(String) });
  const opened = await employee.call(openSlip, { params });
  expect(opened.body.content).toContain('2604');
  const gm = await forecourt.signIn('gm');
  expect((await gm.call(openSlip, { params })).status).toBe(404);

  // The template database was seeded with the key of another server.
  const other = await startForecourt();
  const otherEmployee = await other.signIn('employee');
  const expired = await partIn(otherEmployee, channelId, 'slips');
  const response = await otherEmployee.call(openSlip, {
    params: { slipId: String(expired.part.slipId) },
  });
  expect([response.status, response.body]).toMatchObject([
    409,
    { error: 'This slip has expired.' },
  ]);
  await other.stop();
});
