import { afterAll, beforeAll, expect, test } from 'vitest';
import { findActor } from '../../access/server/public.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import { mergeCustomers } from '../contract/merging.ts';
import { addEntry } from '../contract/timeline.ts';
import { listCustomers } from '../server/list/list.ts';
import { type CustomerParts, noParts } from '../server/public.ts';
import { listTimeline } from '../server/timeline/timeline.ts';
import { add, type CustomerStage, openCustomerStage } from './stage.ts';

let stage: CustomerStage;
let walt: StageUser;
beforeAll(async () => {
  stage = await openCustomerStage();
  walt = await stage.addEmployee({ role: 'manager' });
});
afterAll(() => stage.stop());

async function actorOf({ id }: StageUser) {
  const actor = await findActor(stage.platform.db, id);
  if (!actor) throw new Error('Actor not found');
  return actor;
}

test('timeline lines of other modules are merged page by page, also those of merged customers', async () => {
  const [one, other] = [await add(walt), await add(walt)];
  const requestedIds: (readonly number[])[] = [];
  const deal = (at: string, key: string) => ({
    key,
    kind: 'deal',
    at,
    title: 'Deal 17',
    body: '',
    by: 'Ann',
    store: 'ford' as const,
  });
  const deals = [
    deal('2026-03-03T10:00:00.000Z', 'deal:2'),
    deal('2026-03-01T10:00:00.000Z', 'deal:1'),
  ];
  const parts: CustomerParts = {
    ...noParts,
    timeline: [
      {
        name: 'deal',
        lines: async (_actor, ids, { before, beforeKey, limit }) => {
          requestedIds.push(ids);
          const end = before.toISOString();
          const isBehind = (line: { at: string; key: string }) =>
            line.at < end || (line.at === end && line.key < beforeKey);
          return deals.filter(isBehind).slice(0, limit);
        },
      },
    ],
  };
  const entry = { clientId: crypto.randomUUID(), store: 'ford' as const, kind: 'note' as const };
  await walt.client.call(addEntry, {
    params: { customerId: one.id },
    body: { ...entry, body: 'Between', at: '2026-03-02T10:00:00.000Z' },
  });
  const merged = await walt.client.call(mergeCustomers, {
    params: { customerId: one.id },
    body: { otherId: other.id, version: one.version, otherVersion: other.version },
  });
  expect(merged.status).toBe(200);
  const actor = await actorOf(walt);
  const keys: string[] = [];
  let place = {};
  for (;;) {
    const query = { customerId: other.id, limit: 1, ...place };
    const [line] = await listTimeline(stage.platform.db, actor, query, parts);
    if (!line) break;
    keys.push(line.key.split(':')[0] ?? '');
    place = { before: line.at, beforeKey: line.key };
  }
  expect(keys).toEqual(['merge', 'deal', 'entry', 'deal']);
  expect(requestedIds[0]?.toSorted()).toEqual([one.id, other.id]);
});

test('results of finders are filtered to what the actor may see', async () => {
  const hyundai = await stage.addEmployee({ storeAccess: ['hyundai'] });
  const [mine, hyundaiLine] = [await add(walt), await add(hyundai, { store: 'hyundai' })];
  const finder = {
    find: async (typed: string) => (typed === 'RO 4711' ? [mine.id, hyundaiLine.id] : []),
  };
  const parts: CustomerParts = { ...noParts, finders: [finder] };
  const query = { sort: 'recent' as const, limit: 50, search: 'RO 4711' };
  const found = await listCustomers(stage.platform.db, await actorOf(walt), query, parts);
  expect(found.map(({ id }) => id)).toEqual([mine.id]);
  expect(await listCustomers(stage.platform.db, await actorOf(walt), query, noParts)).toEqual([]);
});
