import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { type DealStage, openDealStage } from '../../deals/test/stage.ts';
import { countStipulations } from '../contract/stipulations.ts';
import { countTitles, listTitles } from '../contract/titles.ts';
import { countDealJackets, countHireJackets, countOrderJackets } from '../contract.ts';

const clerkOf = (department: 'back_office' | 'hr') => ({
  department,
  pagePermissions: ['customer_management' as const, 'document_management' as const, 'hr' as const],
});

let stage: DealStage;
let clerk: StageUser;
beforeAll(async () => {
  stage = await openDealStage();
  clerk = await stage.addEmployee({ ...clerkOf('back_office'), storeAccess: ['all'] });
});
afterAll(() => stage.stop());

test('most title work of the demo group is on time, and some of it is not', async () => {
  const { scopes } = (await clerk.client.call(countTitles, { query: {} })).body;
  const all = await clerk.client.call(countTitles, { query: { scope: 'all' } });
  expect(scopes.overdue).toBeGreaterThan(0);
  expect(scopes.overdue).toBeLessThan(all.body.count / 3);
  expect(scopes.tags).toBeGreaterThan(0);
  const { body } = await clerk.client.call(listTitles, { query: { scope: 'all', limit: 200 } });
  const late = body.flatMap(({ steps }) => steps).filter(({ at }) => Date.parse(at) > Date.now());
  expect(late).toEqual([]);
});

test('two stipulations of the demo group are overdue', async () => {
  const { body } = await clerk.client.call(countStipulations);
  expect(body.overdue).toBe(2);
  expect(body.count).toBeGreaterThan(2);
});

test('the jackets of the demo group that lack something fit on a page', async () => {
  const { client } = clerk;
  const hr = await stage.addEmployee(clerkOf('hr'));
  const counts = [
    await client.call(countDealJackets),
    await client.call(countOrderJackets),
    await hr.client.call(countHireJackets),
  ].map(({ body }) => body.count);
  expect(counts[0]).toBeGreaterThan(0);
  for (const count of counts) expect(count).toBeLessThan(50);
});
