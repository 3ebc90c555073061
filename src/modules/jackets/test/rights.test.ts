import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import type { NewUser } from '../../people/server/public.ts';
import { move as moveOrder, open as openOrder } from '../../repair-orders/test/stage.ts';
import { listChecklists, saveChecklist } from '../contract/checklist.ts';
import { addStipulation, undoWaiver, waiveRequirement } from '../contract/jacket.ts';
import type { ChecklistKind, RecordKind } from '../contract/kinds.ts';
import { countStipulations, listStipulations } from '../contract/stipulations.ts';
import {
  exportTitles,
  listTitleLimits,
  listTitles,
  saveTitleLimits,
  saveTitleWork,
} from '../contract/titles.ts';
import {
  countDealJackets,
  exportDealJackets,
  exportHireJackets,
  exportOrderJackets,
  getChoices,
  listDealJackets,
  listHireJackets,
} from '../contract.ts';
import {
  deliveredDeal,
  fetchJacket,
  type JacketStage,
  openJacketStage,
  signedDeal,
} from './stage.ts';

let stage: JacketStage;
beforeAll(async () => {
  stage = await openJacketStage();
});
afterAll(() => stage.stop());

interface Allowed {
  readDeals: boolean;
  keepDeals: boolean;
  editDeals: boolean;
  readOrders: boolean;
  keepOrders: boolean;
  editOrders: boolean;
  readHires: boolean;
}
const none: Allowed = {
  readDeals: false,
  keepDeals: false,
  editDeals: false,
  readOrders: false,
  keepOrders: false,
  editOrders: false,
  readHires: false,
};
const ofDeals = { readDeals: true, keepDeals: true };
const ofOrders = { readOrders: true, keepOrders: true };

const jobs: [string, NewUser['role'], NewUser['department'], Allowed][] = [
  ['a salesperson', 'employee', 'sales', { ...none, readDeals: true }],
  ['a sales manager', 'manager', 'sales', { ...none, readDeals: true }],
  ['an F&I employee', 'employee', 'finance', { ...none, ...ofDeals }],
  ['an F&I manager', 'manager', 'finance', { ...none, ...ofDeals, editDeals: true }],
  ['a title clerk', 'employee', 'back_office', { ...none, ...ofDeals, ...ofOrders }],
  [
    'a back office manager',
    'manager',
    'back_office',
    { ...none, ...ofDeals, ...ofOrders, editDeals: true, editOrders: true },
  ],
  ['an advisor', 'employee', 'service', { ...none, readOrders: true }],
  ['a service manager', 'manager', 'service', { ...none, ...ofOrders, editOrders: true }],
  ['a parts employee', 'employee', 'parts', { ...none, readOrders: true }],
  ['an HR employee', 'employee', 'hr', { ...none, readHires: true }],
  ['an IT employee', 'employee', 'it', none],
  [
    'a general manager',
    'general_manager',
    'sales',
    { ...none, ...ofDeals, ...ofOrders, editDeals: true, editOrders: true },
  ],
];
const pagePermissions: NewUser['pagePermissions'] = [
  'customer_management',
  'document_management',
  'hr',
];

const closedOrder = async () => {
  let now = await openOrder(stage.boss, stage.customer.id);
  for (const status of ['in_work', 'completed', 'closed'] as const) {
    now = (await moveOrder(stage.boss, now, status)).body;
  }
  return now;
};

/** What a call of someone who may read, but not do it, is refused with. */
const refusal = (reads: boolean) => (reads ? 403 : 404);

describe.each(jobs)('%s', (_, role, department, may) => {
  let user: StageUser;
  beforeAll(async () => {
    user = await stage.addClerk({ role, department, pagePermissions });
  });

  const waive = async (record: RecordKind, recordId: number, type: string) => {
    const params = { record, recordId, type };
    const { status } = await user.client.call(waiveRequirement, {
      params,
      body: { reason: 'Old' },
    });
    const undone = await user.client.call(undoWaiver, { params });
    expect(undone.status).toBe(status);
    return status;
  };

  test('reads the jacket of a deal or not', async () => {
    const { id } = await signedDeal(stage);
    expect((await fetchJacket(user, id)).status).toBe(may.readDeals ? 200 : 404);
    const { body } = await user.client.call(listDealJackets, { query: { limit: 200 } });
    expect(body.some((row) => row.id === id)).toBe(may.readDeals);
    expect((await user.client.call(countDealJackets)).body.count > 0).toBe(may.readDeals);
  });

  test('waives a document of a deal or not', async () => {
    const { id } = await signedDeal(stage);
    expect(await waive('deal', id, 'menu')).toBe(may.keepDeals ? 200 : refusal(may.readDeals));
  });

  test('adds a stipulation or not, and reads it or not', async () => {
    const { id: dealId } = await signedDeal(stage);
    const body = { clientId: crypto.randomUUID(), text: 'Proof of income', dueOn: '2026-11-01' };
    const { status } = await user.client.call(addStipulation, { params: { dealId }, body });
    expect(status).toBe(may.keepDeals ? 201 : refusal(may.readDeals));
    const added = await stage.boss.client.call(addStipulation, {
      params: { dealId },
      body: { ...body, clientId: crypto.randomUUID() },
    });
    expect(added.status).toBe(201);
    const list = await user.client.call(listStipulations, { query: { limit: 200 } });
    expect(list.body.some(({ deal }) => deal.id === dealId)).toBe(may.readDeals);
    expect((await user.client.call(countStipulations)).body.count > 0).toBe(may.readDeals);
  });

  test('keeps title work or not, and reads it or not', async () => {
    const { id: dealId } = await deliveredDeal(stage);
    const body = { version: 0, steps: [] };
    const { status } = await user.client.call(saveTitleWork, { params: { dealId }, body });
    expect(status).toBe(may.keepDeals ? 200 : refusal(may.readDeals));
    const { body: list } = await user.client.call(listTitles, { query: { limit: 200 } });
    expect(list.some(({ id }) => id === dealId)).toBe(may.readDeals);
  });

  test.each([
    ['deals', exportDealJackets, 'keepDeals'],
    ['title work', exportTitles, 'keepDeals'],
    ['repair orders', exportOrderJackets, 'keepOrders'],
    ['personnel files', exportHireJackets, 'readHires'],
  ] as const)('exports %s or not', async (_, endpoint, needed) => {
    const { status } = await user.client.call(endpoint, { body: {} });
    expect(status).toBe(may[needed] ? 200 : 403);
  });

  test('sets the limits of title work or not', async () => {
    const { body: limits } = await stage.boss.client.call(listTitleLimits);
    const ford = limits.find(({ store }) => store === 'ford');
    if (!ford) throw new Error('No limits of the Ford store');
    const { store, may: _, ...body } = ford;
    const { status } = await user.client.call(saveTitleLimits, { params: { store }, body });
    expect(status).toBe(may.editDeals ? 200 : refusal(may.readDeals));
    const seen = await user.client.call(listTitleLimits);
    expect(seen.body.map((one) => [one.store, one.may.edit])).toEqual(
      may.readDeals ? [['ford', may.editDeals]] : [],
    );
  });

  test.each([
    ['deals', 'wholesale', 'editDeals', 'readDeals'],
    ['repair orders', 'repair_order', 'editOrders', 'readOrders'],
  ] as const)('changes the checklist of %s or not', async (_, kind, edit, read) => {
    const { body: before } = await stage.boss.client.call(listChecklists);
    const list = before.find((one) => one.kind === kind);
    if (!list) throw new Error(`No checklist of ${kind}`);
    const { version, requirements } = list;
    const { status } = await user.client.call(saveChecklist, {
      params: { kind: kind as ChecklistKind },
      body: { version, requirements },
    });
    expect(status).toBe(may[edit] ? 200 : 403);
    const { body } = await user.client.call(listChecklists);
    expect(body.find((one) => one.kind === kind)?.may.edit).toBe(may[read] ? may[edit] : undefined);
  });

  test('reads and waives what a repair order needs or not', async () => {
    const { id } = await closedOrder();
    expect((await fetchJacket(user, id, 'repair_order')).status).toBe(may.readOrders ? 200 : 404);
    expect(await waive('repair_order', id, 'estimate')).toBe(
      may.keepOrders ? 200 : refusal(may.readOrders),
    );
  });

  test('reads and waives what a new hire needs or not', async () => {
    const status = may.readHires ? 200 : 404;
    expect((await fetchJacket(user, user.id, 'employee')).status).toBe(status);
    expect(await waive('employee', user.id, 'offer')).toBe(status);
    const { body } = await user.client.call(listHireJackets);
    expect(body.length > 0).toBe(may.readHires);
  });

  test('is offered what they may do, and nothing else', async () => {
    const { body } = await user.client.call(getChoices);
    const expected = [
      ...(may.readDeals ? [['deal', may.keepDeals]] : []),
      ...(may.readOrders ? [['repair_order', may.keepOrders]] : []),
      ...(may.readHires ? [['employee', true]] : []),
    ];
    expect(body.records.map(({ record, may: { keep } }) => [record, keep])).toEqual(expected);
    expect(body.staff.length > 0).toBe(may.readDeals || may.readOrders);
  });
});

describe('the jackets of another store', () => {
  test('do not exist', async () => {
    const elsewhere = await stage.addClerk({ storeAccess: ['hyundai'] });
    const { id } = await deliveredDeal(stage);
    expect((await fetchJacket(elsewhere, id)).status).toBe(404);
    const { client } = elsewhere;
    const params = { record: 'deal' as const, recordId: id, type: 'menu' };
    expect((await client.call(waiveRequirement, { params, body: { reason: 'x' } })).status).toBe(
      404,
    );
    const work = { params: { dealId: id }, body: { version: 0, steps: [] } };
    expect((await client.call(saveTitleWork, work)).status).toBe(404);
    const stipulation = { clientId: crypto.randomUUID(), text: 'x', dueOn: '2026-11-01' };
    const added = await client.call(addStipulation, { params: { dealId: id }, body: stipulation });
    expect(added.status).toBe(404);
    const list = await client.call(listDealJackets, { query: { limit: 200 } });
    expect(list.body.some((row) => row.id === id)).toBe(false);
    const titles = await client.call(listTitles, { query: { limit: 200 } });
    expect(titles.body.some((row) => row.id === id)).toBe(false);
  });
});

describe('personnel files', () => {
  test.each([
    ['an administrator', { role: 'admin', department: 'it', pagePermissions: ['all'] }],
    ['an executive', { role: 'executive', department: null, pagePermissions: ['all'] }],
    ['HR without the page', { department: 'hr', pagePermissions: ['document_management'] }],
  ] as [string, Partial<NewUser>][])('are closed to %s', async (_, overrides) => {
    const user = await stage.addClerk(overrides);
    expect((await fetchJacket(user, user.id, 'employee')).status).toBe(404);
  });
});

test('without the right to create records, one reads a jacket and changes nothing', async () => {
  const reader = await stage.addClerk({ featurePermissions: ['view_data'] });
  const { id } = await deliveredDeal(stage);
  const { status, body } = await fetchJacket(reader, id);
  expect([status, body.may, body.titleWork?.may]).toEqual([
    200,
    { waive: false, file: false, addStipulations: false },
    { edit: false },
  ]);
  const params = { record: 'deal' as const, recordId: id, type: 'menu' };
  const waived = await reader.client.call(waiveRequirement, { params, body: { reason: 'x' } });
  expect(waived.status).toBe(403);
});
