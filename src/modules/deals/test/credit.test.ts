import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { listDeals } from '../contract.ts';
import { creditsOf } from '../server/credit.ts';
import {
  addCustomer,
  costAccess,
  create,
  type DealStage,
  events,
  fetchDeal,
  move,
  openDealStage,
  save,
  tryCreate,
} from './stage.ts';

let stage: DealStage;
let seller: StageUser;
let other: StageUser;
let manager: StageUser;
let customer: { id: number; name: string };
beforeAll(async () => {
  stage = await openDealStage();
  seller = await stage.addEmployee({ firstName: 'Ines', lastName: 'Okafor' });
  other = await stage.addEmployee({ firstName: 'Juno', lastName: 'Park' });
  manager = await stage.addEmployee({ ...costAccess, firstName: 'Gil', lastName: 'Stone' });
  customer = await addCustomer(seller);
});
afterAll(() => stage.stop());

const costs = { costCents: 2_400_000, reconCents: 0, packCents: 0, reserveCents: 5 };
const ofPerson = (user: StageUser) => ({ id: user.id });

describe('the credit for a deal', () => {
  const sold = {
    status: 'delivered',
    type: 'retail',
    front_cents: 100_001,
    back_cents: 50_000,
    salesperson_id: 1,
    salesperson: 'Ines',
    second_salesperson_id: null,
    second_salesperson: null,
    closer_id: null,
    closer: null,
    finance_manager_id: null,
    finance_manager: null,
  };
  const shared = { ...sold, second_salesperson_id: 2, second_salesperson: 'Juno' };
  const lines = (deal: typeof sold | typeof shared | object) =>
    creditsOf({ ...sold, ...deal }, true).map(({ role, person, units, gross }) => [
      ...[role, person?.name ?? null, units, gross?.frontCents, gross?.backCents],
    ]);

  test.each<[string, object, unknown[][]]>([
    ['is one person’s', sold, [['salesperson', 'Ines', 1, 100_001, 50_000]]],
    [
      'is half each for two, the odd cent to the first',
      shared,
      [
        ['salesperson', 'Ines', 0.5, 50_001, 25_000],
        ['salesperson', 'Juno', 0.5, 50_000, 25_000],
      ],
    ],
    [
      'shares a loss as well',
      { ...shared, front_cents: -100_001, back_cents: -1 },
      [
        ['salesperson', 'Ines', 0.5, -50_001, -1],
        ['salesperson', 'Juno', 0.5, -50_000, 0],
      ],
    ],
    [
      'is no one’s for a house deal',
      { salesperson_id: null, salesperson: null },
      [['salesperson', null, 1, 100_001, 50_000]],
    ],
    [
      'is counted for closer and F&I beside the salespeople',
      { closer_id: 3, closer: 'Gil', finance_manager_id: 4, finance_manager: 'Fay' },
      [
        ['salesperson', 'Ines', 1, 100_001, 50_000],
        ['closer', 'Gil', 1, 100_001, 50_000],
        ['finance_manager', 'Fay', 1, 0, 50_000],
      ],
    ],
    ['is none for wholesale', { type: 'wholesale' }, []],
    ['is none for fleet', { type: 'fleet' }, []],
    ['is none once canceled', { status: 'canceled' }, []],
  ])('%s', (_, deal, expected) => {
    expect(lines(deal)).toEqual(expected);
  });
});

test('a shared deal shows each person’s half, and gross only with access to it', async () => {
  const deal = await create(manager, customer.id, {
    costs,
    salespersonId: seller.id,
    secondSalespersonId: other.id,
    closerId: manager.id,
  });
  expect(deal.credits).toMatchObject([
    { person: ofPerson(seller), units: 0.5, gross: { frontCents: 50_000, backCents: 3 } },
    { person: ofPerson(other), units: 0.5, gross: { frontCents: 50_000, backCents: 2 } },
    { role: 'closer', person: ofPerson(manager), units: 1, gross: { frontCents: 100_000 } },
  ]);
  const { body } = await fetchDeal(seller, deal.id);
  expect(body.credits.map(({ units }) => units)).toEqual([0.5, 0.5, 1]);
  expect(JSON.stringify(body.credits)).not.toContain('gross');
});

test('a house deal has no salesperson, is found as one, and can be given to someone later', async () => {
  const house = await create(manager, customer.id, { salespersonId: null });
  expect(house).toMatchObject({ salesperson: null, credits: [{ person: null, units: 1 }] });
  const found = async (salespersonId: number | 'house_deal') =>
    (await manager.client.call(listDeals, { query: { salespersonId, q: house.number } })).body;
  expect((await found('house_deal')).map(({ id }) => id)).toEqual([house.id]);
  expect(await found(seller.id)).toEqual([]);
  const given = await save(manager, house, { salespersonId: seller.id });
  expect(given.body.salesperson).toMatchObject(ofPerson(seller));
  expect(await found('house_deal')).toEqual([]);
  expect((await events(manager, house.id))[0]?.data).toEqual({
    kind: 'changed',
    fields: [{ name: 'salesperson', from: null, to: seller.id }],
  });
  expect((await move(manager, given.body, 'signed')).status).toBe(200);
});

test('the salesperson must be named or left out on purpose', async () => {
  const body = { salespersonId: undefined };
  expect((await tryCreate(seller, customer.id, body)).status).toBe(400);
});

test.each<[string, () => object, string, string]>([
  [
    'a second salesperson of a house deal',
    () => ({ salespersonId: null, secondSalespersonId: other.id }),
    'secondSalespersonId',
    'A house deal has no second salesperson.',
  ],
  [
    'a closer who sold it',
    () => ({ closerId: seller.id }),
    'closerId',
    'The closer must be someone other than the salespeople.',
  ],
  [
    'a closer who shares it',
    () => ({ secondSalespersonId: other.id, closerId: other.id }),
    'closerId',
    'The closer must be someone other than the salespeople.',
  ],
  [
    'a closer of another store',
    () => ({ closerId: stage.admin.id }),
    'closerId',
    'The closer doesn’t work at this store.',
  ],
])('%s is refused, and nothing changes', async (_, values, field, sentence) => {
  const deal = await create(seller, customer.id);
  const answers = [
    await save(seller, deal, values()),
    await tryCreate(seller, customer.id, values()),
  ];
  for (const { status, body } of answers) {
    expect(status).toBe(400);
    const { error, fields } = body as unknown as { error: string; fields: object };
    expect(error).toBe(sentence);
    expect(Object.keys(fields)).toEqual([field]);
  }
  expect((await fetchDeal(seller, deal.id)).body).toEqual(deal);
});
