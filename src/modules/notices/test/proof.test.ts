import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { offsetTimeAt } from '../../../platform/contract/wallTime.ts';
import { readCsv } from '../../admin/server/import/csv.ts';
import { deleteMessage } from '../../chat/contract/changes.ts';
import { insertChannel } from '../../chat/test/channelRows.ts';
import { defaultTimezone } from '../../organization/contract.ts';
import { getNoticeProof } from '../contract/proof.ts';
import { confirm, newId, post } from './stage.ts';

let forecourt: TestForecourt;
let manager: Client;
let employee: Client;
let admin: Client;

beforeAll(async () => {
  forecourt = await startForecourt();
  [manager, employee, admin] = [
    await forecourt.signIn('manager'),
    await forecourt.signIn('employee'),
    await forecourt.signIn('admin'),
  ];
});
afterAll(() => forecourt.stop());

const proofOf = (client: Client, id: string) => client.call(getNoticeProof, { params: { id } });
const csvOf = (client: Client, id: string) => client.raw('GET', `/api/notices/${id}/proof.csv`);

describe('the proof', () => {
  test('matches the rows', async () => {
    const text = '=HYPERLINK("http://evil.example")\nDo not sell "it", ever.';
    const { noticeId } = await post(manager, 'sales', { text });
    await confirm(employee, noticeId);
    const rows = await forecourt.platform.db
      .selectFrom('notice_people')
      .selectAll()
      .where('notice_id', '=', noticeId)
      .execute();
    const { body } = await proofOf(manager, noticeId);
    expect(body.textSha256).toBe(createHash('sha256').update(text).digest('hex'));
    expect(body.people).toHaveLength(rows.length);
    const found = new Map(body.people.map((one) => [one.userId, one]));
    for (const row of rows) {
      expect(found.get(row.user_id)).toMatchObject({
        name: row.name,
        confirmedAt: row.confirmed_at?.toISOString() ?? null,
        confirmedFrom: row.confirmed_from,
      });
    }
    expect(body.people.filter(({ confirmedFrom }) => confirmedFrom)).toHaveLength(1);
  });

  test('is the same as CSV, without formulas', async () => {
    const title = '=1+1';
    const { noticeId } = await post(manager, 'sales', { title: `${title}`, text: '@SUM(A1)' });
    await confirm(employee, noticeId);
    const { body: proof } = await proofOf(manager, noticeId);
    const { status, body, headers } = await csvOf(manager, noticeId);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="?notice-/);
    const table = readCsv(body);
    expect(table[0]).toEqual(['Notice', `Stop-sale: ${title}`]);
    expect(table[1]).toEqual(['Text', "'@SUM(A1)"]);
    expect(table.slice(11).map(([name, id, at, from]) => [name, id, at, from])).toEqual(
      proof.people.map((one) => [
        one.name,
        String(one.userId),
        one.confirmedAt ? offsetTimeAt(defaultTimezone, new Date(one.confirmedAt)) : '',
        one.confirmedFrom ?? '',
      ]),
    );
    expect(table.flat().filter((cell) => /^\d{4}-.*-0[78]:00$/.test(cell)).length).toBe(3);
    for (const cell of table.flat()) expect(cell).not.toMatch(/^[=+\-@]/);
  });

  test('is for its author and moderators, not for the recipients', async () => {
    const channelId = await insertChannel(forecourt, 'private', ['manager', 'employee']);
    const { noticeId } = await post(manager, channelId);
    for (const ask of [proofOf, csvOf]) {
      expect((await ask(manager, noticeId)).status).toBe(200);
      expect((await ask(employee, noticeId)).status).toBe(403);
      expect((await ask(await forecourt.signIn('tyler.boone'), noticeId)).status).toBe(404);
    }
  });

  test('stays available to readers of the audit log after its message is deleted', async () => {
    const channelId = await insertChannel(forecourt, 'private', ['manager', 'employee']);
    const { noticeId, message } = await post(manager, channelId);
    await confirm(employee, noticeId);
    await manager.call(deleteMessage, { params: { channelId, messageId: message.id } });
    expect((await proofOf(manager, noticeId)).status).toBe(404);
    const { status, body } = await proofOf(admin, noticeId);
    expect([status, body.deletedAt, body.people]).toMatchObject([
      200,
      expect.any(String),
      [{ confirmedAt: expect.any(String) }],
    ]);
    expect((await csvOf(admin, noticeId)).status).toBe(200);
    expect((await proofOf(admin, newId())).status).toBe(404);
  });
});
