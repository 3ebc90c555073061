import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, dateAt } from '../../../platform/contract/wallTime.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import { moveThrough } from '../../deals/test/stage.ts';
import { defaultTimezone } from '../../organization/contract.ts';
import {
  addStipulation,
  clearStipulation,
  type Jacket,
  removeStipulation,
  reopenStipulation,
  type Stipulation,
  saveStipulation,
} from '../contract/jacket.ts';
import { countStipulations, listStipulations } from '../contract/stipulations.ts';
import { fetchJacket, type JacketStage, openJacketStage, signedDeal } from './stage.ts';

let stage: JacketStage;
let clerk: StageUser;
beforeAll(async () => {
  stage = await openJacketStage();
  clerk = await stage.addClerk({ department: 'finance' });
});
afterAll(() => stage.stop());

const today = dateAt(defaultTimezone, Date.now());
const yesterday = addDays(today, -1);

const add = (dealId: number, overrides: object = {}) =>
  clerk.client.call(addStipulation, {
    params: { dealId },
    body: { clientId: crypto.randomUUID(), text: 'Two pay stubs', dueOn: today, ...overrides },
  });
const only = ({ stipulations: [one, ...others] }: Jacket): Stipulation => {
  if (!one || others.length > 0) throw new Error(`${others.length} others`);
  return one;
};
async function stipulated(overrides: object = {}) {
  const { id: dealId } = await signedDeal(stage);
  const { stipulationId, version } = only((await add(dealId, overrides)).body);
  return { dealId, version, params: { stipulationId } };
}
const clear = (
  { params, version }: { params: { stipulationId: number }; version: number },
  documentId: number | null = null,
) => clerk.client.call(clearStipulation, { params, body: { version, documentId } });

describe('a stipulation', () => {
  test('is added once, however often the request is repeated', async () => {
    const { id } = await signedDeal(stage);
    const clientId = crypto.randomUUID();
    const all = await Promise.all([add(id, { clientId }), add(id, { clientId })]);
    expect(all.map(({ status }) => status)).toEqual([201, 201]);
    expect(only((await add(id, { clientId })).body)).toMatchObject({
      text: 'Two pay stubs',
      dueOn: today,
      isOverdue: false,
      cleared: null,
    });
  });

  test('belongs to a deal with a lender', async () => {
    const { id } = await signedDeal(stage, { method: 'cash' });
    expect((await add(id)).status).toBe(409);
    expect((await fetchJacket(clerk, id)).body.may.addStipulations).toBe(false);
  });

  test.each([
    ['without a text', { text: ' ' }],
    ['without a day', { dueOn: '2026-02-30' }],
    ['of an unknown document', { type: 'invoice' }],
    ['with a text that is too long', { text: 'x'.repeat(201) }],
  ])('is refused %s', async (_, overrides) => {
    const { id } = await signedDeal(stage);
    expect((await add(id, overrides)).status).toBe(400);
    expect((await fetchJacket(clerk, id)).body.stipulations).toEqual([]);
  });

  test('is changed, and two people do not overwrite each other', async () => {
    const { params, version } = await stipulated();
    const body = { version, text: 'Three pay stubs', dueOn: yesterday, type: 'stipulation' };
    const first = await clerk.client.call(saveStipulation, { params, body });
    expect(only(first.body)).toMatchObject({ text: 'Three pay stubs', isOverdue: true });
    const second = await stage.boss.client.call(saveStipulation, {
      params,
      body: { ...body, text: 'Four' },
    });
    expect([second.status, second.body]).toMatchObject([
      409,
      { error: 'Someone else changed this stipulation. Reload and try again.' },
    ]);
  });

  test('is cleared, by whom and when, and opened again', async () => {
    const one = await stipulated();
    const cleared = only((await clear(one)).body);
    expect(cleared.cleared).toMatchObject({ by: expect.stringMatching('Nora'), documentId: null });
    expect((await clear({ ...one, version: cleared.version })).status).toBe(409);
    const { params } = one;
    const query = { version: cleared.version };
    const opened = await clerk.client.call(reopenStipulation, { params, query });
    expect(only(opened.body).cleared).toBeNull();
    expect((await stage.log(one.dealId)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['stipulation.added', 'stipulation.cleared', 'stipulation.reopened']),
    );
  });

  test('that asks for a document is cleared with one of this deal and type only', async () => {
    const one = await stipulated({ type: 'stipulation' });
    const without = await clear(one);
    expect([without.status, without.body]).toMatchObject([
      400,
      { fields: { documentId: 'Choose the document that satisfies it: Stipulation.' } },
    ]);
    const { id: otherId } = await signedDeal(stage);
    const ofOther = await stage.file({ recordId: otherId, type: 'stipulation' });
    const ofOtherType = await stage.file({ recordId: one.dealId, type: 'insurance' });
    expect((await clear(one, ofOther)).status).toBe(400);
    expect((await clear(one, ofOtherType)).status).toBe(400);
    const right = await stage.file({ recordId: one.dealId, type: 'stipulation' });
    expect(only((await clear(one, right)).body).cleared?.documentId).toBe(right);
  });

  test('is removed while it is open, and not once it is cleared', async () => {
    const one = await stipulated();
    const { version } = only((await clear(one)).body);
    const { params } = one;
    const remove = (at: number) =>
      clerk.client.call(removeStipulation, { params, query: { version: at } });
    expect((await remove(version)).status).toBe(409);
    const opened = await clerk.client.call(reopenStipulation, { params, query: { version } });
    const removed = await remove(only(opened.body).version);
    expect([removed.status, removed.body.stipulations]).toEqual([200, []]);
    expect((await remove(version + 2)).status).toBe(404);
  });

  test('can’t be changed by those who only read the jacket', async () => {
    const { params, version } = await stipulated();
    const { client } = await stage.addEmployee();
    const facts = { text: 'Mine', dueOn: today };
    const statuses = [
      await client.call(saveStipulation, { params, body: { version, ...facts } }),
      await client.call(clearStipulation, { params, body: { version } }),
      await client.call(reopenStipulation, { params, query: { version } }),
      await client.call(removeStipulation, { params, query: { version } }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([403, 403, 403, 403]);
  });
});

describe('the list of stipulations', () => {
  test('has the open ones of deals that were not canceled, overdue first', async () => {
    const seen = async () => {
      const { body } = await clerk.client.call(listStipulations, { query: { limit: 200 } });
      return body.map(({ stipulationId }) => stipulationId);
    };
    const later = await stipulated({ dueOn: addDays(today, 3) });
    const overdue = await stipulated({ dueOn: addDays(today, -400) });
    const cleared = await stipulated();
    await clear(cleared);
    const ids = await seen();
    expect(ids[0]).toBe(overdue.params.stipulationId);
    expect(ids).toContain(later.params.stipulationId);
    expect(ids).not.toContain(cleared.params.stipulationId);
    const count = (await clerk.client.call(countStipulations)).body;
    expect([count.count, count.overdue > 0]).toEqual([ids.length, true]);
    const { id, ...deal } = await signedDeal(stage);
    const ofCanceled = only((await add(id)).body).stipulationId;
    expect(await seen()).toContain(ofCanceled);
    await moveThrough(stage.boss, { ...deal, id }, 'canceled');
    expect(await seen()).not.toContain(ofCanceled);
  });
});
