import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import type { NewUser } from '../../people/server/public.ts';
import type { DealPage } from '../contract/deal.ts';
import { getChoices, setDueBillDone, takeTrade } from '../contract.ts';
import {
  addCustomer,
  costAccess,
  create,
  type DealStage,
  fetchDeal,
  move,
  moveThrough,
  newVin,
  openDealStage,
  save,
  tryCreate,
} from './stage.ts';

let stage: DealStage;
let boss: StageUser;
let customer: { id: number; name: string };

beforeAll(async () => {
  stage = await openDealStage();
  boss = await stage.addEmployee({ ...costAccess, role: 'general_manager' });
  customer = await addCustomer(boss);
});
afterAll(() => stage.stop());

type Job = Pick<NewUser, 'role' | 'department'>;
const reason = 'As it is';

interface Allowed {
  create: boolean;
  /** A deal of someone else. */
  edit: boolean;
  sign: boolean;
  deliver: boolean;
  fund: boolean;
  /** Takes back a delivered deal. */
  undo: boolean;
}
const everything = { create: true, edit: true, sign: true, deliver: true, fund: true, undo: true };
const nothing = {
  create: false,
  edit: false,
  sign: false,
  deliver: false,
  fund: false,
  undo: false,
};

const jobs: [string, Job, Allowed][] = [
  ['a salesperson', job('employee', 'sales'), { ...nothing, create: true }],
  ['a sales manager', job('manager', 'sales'), everything],
  ['an F&I employee', job('employee', 'finance'), { ...everything, undo: false }],
  ['an F&I manager', job('manager', 'finance'), everything],
  ['a title clerk', job('employee', 'back_office'), { ...everything, fund: false, undo: false }],
  ['a back office manager', job('manager', 'back_office'), everything],
  ['an advisor', job('employee', 'service'), nothing],
  ['a service manager', job('manager', 'service'), nothing],
  ['a parts counter person', job('employee', 'parts'), nothing],
  ['a parts manager', job('manager', 'parts'), nothing],
  ['an HR manager', job('manager', 'hr'), nothing],
  ['an IT employee', job('employee', 'it'), nothing],
  ['someone without a department', job('employee', null), nothing],
  ['a general manager', job('general_manager', 'service'), everything],
];
function job(role: NewUser['role'], department: NewUser['department']): Job {
  return { role, department };
}

const statusOf = (isAllowed: boolean, done = 200) => (isAllowed ? done : 403);
const dealAt = async (...path: DealPage['status'][]) =>
  moveThrough(boss, await create(boss, customer.id), ...path);

describe.each(jobs)('%s', (_, what, may) => {
  let user: StageUser;
  beforeAll(async () => {
    user = await stage.addEmployee(what);
  });

  test('creates deals or not', async () => {
    expect((await tryCreate(user, customer.id)).status).toBe(statusOf(may.create, 201));
    expect((await user.client.call(getChoices)).body.may.write).toBe(may.create);
  });

  test('changes a deal of someone else or not, and reads it', async () => {
    const deal = await dealAt();
    const seen = await fetchDeal(user, deal.id);
    expect([seen.status, seen.body.may.edit]).toEqual([200, may.edit]);
    expect((await save(user, deal, { note: 'Mine' })).status).toBe(statusOf(may.edit));
  });

  test.each([
    ['sign', [], 'signed'],
    ['deliver', ['signed'], 'delivered'],
    ['fund', ['signed', 'delivered'], 'funded'],
    ['undo', ['signed', 'delivered'], 'signed'],
  ] as const)('may %s it or not', async (act, path, to) => {
    const deal = await dealAt(...path);
    const offered = (await fetchDeal(user, deal.id)).body.may.become.map(({ status }) => status);
    expect(offered.includes(to)).toBe(may[act]);
    expect((await move(user, deal, to, { reason })).status).toBe(statusOf(may[act]));
    expect((await fetchDeal(boss, deal.id)).body.status).toBe(may[act] ? to : deal.status);
  });
});

describe('a salesperson', () => {
  let seller: StageUser;
  beforeAll(async () => {
    seller = await stage.addEmployee();
  });

  test.each([
    ['the salesperson', () => ({ salespersonId: seller.id })],
    ['the second salesperson', () => ({ secondSalespersonId: seller.id })],
  ])('changes and signs a deal as %s, until it is signed', async (_, on) => {
    const deal = await create(boss, customer.id, on());
    const saved = await save(seller, deal, { priceCents: 2_400_000 });
    expect(saved.status).toBe(200);
    const signed = await move(seller, saved.body, 'signed');
    expect([signed.status, signed.body.may]).toMatchObject([200, { edit: false, become: [] }]);
    const late = await save(seller, signed.body, { priceCents: 2_300_000 });
    expect([late.status, late.body]).toMatchObject([
      403,
      { error: 'Only a manager, finance or back office can change a signed deal.' },
    ]);
    const delivery = await move(seller, signed.body, 'delivered');
    expect([delivery.status, delivery.body]).toMatchObject([
      403,
      { error: 'Salespeople can change their deals until they are signed.' },
    ]);
  });

  test('keeps the promises of their own deals only, also after the signature', async () => {
    const dueBills = [{ what: 'Second key' }];
    const setDone = async (deal: DealPage) => {
      const params = { dealId: deal.id, dueBillId: deal.dueBills[0]?.id ?? 0 };
      return (await seller.client.call(setDueBillDone, { params, body: { isDone: true } })).status;
    };
    const own = await create(boss, customer.id, { salespersonId: seller.id, dueBills });
    expect(await setDone(await moveThrough(boss, own, 'signed', 'delivered'))).toBe(200);
    expect(await setDone(await create(boss, customer.id, { dueBills }))).toBe(403);
  });

  test('does not add a trade-in to inventory', async () => {
    const trade = { vehicle: '2018 Kia Sorento', allowanceCents: 900_000 };
    const own = await create(boss, customer.id, { salespersonId: seller.id, trade });
    const deal = await moveThrough(boss, own, 'signed', 'delivered');
    const body = {
      version: deal.version,
      vin: newVin(),
      year: 2018,
      make: 'Kia',
      model: 'Sorento',
      trim: 'LX',
      mileage: 71_000,
    };
    const take = ({ client }: StageUser) =>
      client.call(takeTrade, { params: { dealId: deal.id }, body });
    expect((await take(seller)).status).toBe(403);
    expect((await take(boss)).status).toBe(200);
  });
});

describe('cost and gross of a deal', () => {
  test.each([
    ['a sales manager', job('manager', 'sales'), true],
    ['an F&I manager', job('manager', 'finance'), true],
    ['a service manager', job('manager', 'service'), false],
    ['a parts manager', job('manager', 'parts'), false],
    ['a general manager', job('general_manager', 'service'), true],
  ])('of %s', async (_, what, isSeen) => {
    const user = await stage.addEmployee({ ...costAccess, ...what });
    const deal = await create(boss, customer.id, {
      costs: { costCents: 2_100_000, reconCents: 0, packCents: 0, reserveCents: 75_000 },
    });
    const { body } = await fetchDeal(user, deal.id);
    expect([body.gross !== undefined, body.costs !== undefined, body.may.seeCost]).toEqual([
      isSeen,
      isSeen,
      isSeen,
    ]);
  });
});
