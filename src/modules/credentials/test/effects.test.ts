import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { HandoverSource } from '../../../platform/server/records/handover.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import { getChoices as dealChoices } from '../../deals/contract.ts';
import { dealHandover } from '../../deals/server/public.ts';
import {
  addCar,
  addCustomer,
  create,
  move as moveDeal,
  save as saveDeal,
  tryCreate,
} from '../../deals/test/stage.ts';
import { getChoices as leadChoices, listLeads } from '../../leads/contract.ts';
import { leadHandover } from '../../leads/server/public.ts';
import { assign, changeRouting, tryAdd as tryAddLead } from '../../leads/test/stage.ts';
import { addVisit, writeUpVisit } from '../../showroom/contract.ts';
import { checkIn, checkOut } from '../../vehicles/contract/outings.ts';
import { listOwners } from '../../vehicles/contract/recon/board.ts';
import { checkOutHandover } from '../../vehicles/server/public.ts';
import { type Effect, getSettings, saveSettings } from '../contract/kinds.ts';
import { findDrivingProblems, findSellingProblems } from '../server/public.ts';
import { add, type CredentialStage, driver, license, openCredentialStage } from './stage.ts';

let stage: CredentialStage;
let boss: StageUser;
let licensed: StageUser;
let expired: StageUser;
let customer: { id: number };

const mvr = 'Driving record (MVR) check';

beforeAll(async () => {
  stage = await openCredentialStage();
  boss = await stage.addEmployee({
    role: 'general_manager',
    department: 'back_office',
    pagePermissions: ['customer_management', 'fleet_operations'],
    featurePermissions: ['view_data', 'create_records', 'financial_reports'],
  });
  [licensed, expired] = [
    await stage.addEmployee({ firstName: 'Lea', lastName: 'Licensed' }),
    await stage.addEmployee({ firstName: 'Eli', lastName: 'Expired' }),
  ];
  for (const [{ id }, days] of [
    [licensed, 300],
    [expired, -2],
  ] as const) {
    const expiresOn = stage.day(days);
    await add(stage.hr, id, { kind: license, store: 'ford', expiresOn });
    await add(stage.hr, id, { kind: driver, expiresOn });
    await add(stage.hr, id, { kind: mvr, expiresOn: stage.day(300) });
  }
  customer = await addCustomer(boss);
});
afterAll(() => stage.stop());
beforeEach(() => setRules('warn'));

async function setRules(effect: Effect): Promise<void> {
  const { version } = (await stage.hr.client.call(getSettings)).body;
  const body = { version, selling: effect, driving: effect };
  const { status } = await stage.hr.client.call(saveSettings, { body });
  expect(status).toBe(200);
}

const sentence = 'Eli Expired may not sell at Ford today: salesperson license for Ford expired';

describe('a deal', () => {
  test('of someone who may not sell is refused, allowed with a warning, or allowed, as the rules say', async () => {
    expect((await tryCreate(boss, customer.id, { salespersonId: expired.id })).status).toBe(201);
    await setRules('refuse');
    const { status, body } = await tryCreate(boss, customer.id, { salespersonId: expired.id });
    expect([status, body]).toMatchObject([
      409,
      { error: `${sentence}.`, fields: { salespersonId: sentence } },
    ]);
    expect((await tryCreate(boss, customer.id, { salespersonId: licensed.id })).status).toBe(201);
    await setRules('off');
    expect((await tryCreate(boss, customer.id, { salespersonId: expired.id })).status).toBe(201);
  });

  test('cannot be assigned to them later, and keeps those already on it', async () => {
    const deal = await create(boss, customer.id, { salespersonId: expired.id });
    const other = await create(boss, customer.id, { salespersonId: licensed.id });
    await setRules('refuse');
    expect((await saveDeal(boss, deal, { note: 'Calls back' })).status).toBe(200);
    const refused = await saveDeal(boss, other, { closerId: expired.id });
    expect([refused.status, refused.body]).toMatchObject([409, { fields: { closerId: sentence } }]);
    // F&I has rules of its own, but does not sell.
    const inFinance = await saveDeal(boss, other, { financeManagerId: expired.id });
    expect(inFinance.status).toBe(200);
    const closes = await saveDeal(boss, inFinance.body, { closerId: expired.id });
    expect([closes.status, closes.body]).toMatchObject([409, { fields: { closerId: sentence } }]);
  });

  test('that is signed is not checked', async () => {
    const deal = await create(boss, customer.id, { salespersonId: licensed.id });
    const signed = (await moveDeal(boss, deal, 'signed')).body;
    await setRules('refuse');
    expect((await saveDeal(boss, signed, { secondSalespersonId: expired.id })).status).toBe(200);
  });

  test('lists its staff with the reasons why they may not sell', async () => {
    const problemsOf = async ({ id }: StageUser) =>
      (await boss.client.call(dealChoices)).body.staff.find((one) => one.id === id)?.problems;
    const problem = { store: 'ford', reason: 'salesperson license for Ford expired' };
    expect(await problemsOf(licensed)).toBeUndefined();
    expect(await problemsOf(expired)).toEqual([{ ...problem, isRefused: false }]);
    await setRules('refuse');
    expect(await problemsOf(expired)).toEqual([{ ...problem, isRefused: true }]);
    await setRules('off');
    expect(await problemsOf(expired)).toBeUndefined();
  });
});

describe('a lead', () => {
  test('for someone who may not sell is refused if the rules say so', async () => {
    const { body: lead } = await tryAddLead(boss, customer.id, { assigneeId: licensed.id });
    await setRules('refuse');
    const refused = await assign(boss, lead, expired.id);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { fields: { assigneeId: sentence } },
    ]);
    const added = await tryAddLead(boss, customer.id, { assigneeId: expired.id });
    expect(added.status).toBe(409);
    await setRules('warn');
    expect((await assign(boss, lead, expired.id)).body.assignee).toMatchObject({ id: expired.id });
  });

  test('skips them in the rotation then', async () => {
    const memberIds = [expired.id, licensed.id];
    await changeRouting(boss, { memberIds, inTurn: true });
    const assignees = async () => {
      const added = [
        await tryAddLead(boss, customer.id, { assigneeId: undefined }),
        await tryAddLead(boss, customer.id, { assigneeId: undefined }),
      ];
      return added.map(({ body }) => body.assignee?.id).toSorted();
    };
    expect(await assignees()).toEqual([licensed.id, expired.id].toSorted());
    await setRules('refuse');
    expect(await assignees()).toEqual([licensed.id, licensed.id]);
  });

  test('lists its staff with the reasons why they may not sell', async () => {
    const { staff } = (await boss.client.call(leadChoices)).body;
    expect(staff.find(({ id }) => id === expired.id)?.problems).toHaveLength(1);
    expect(staff.find(({ id }) => id === licensed.id)?.problems).toBeUndefined();
  });
});

describe('a showroom visit', () => {
  const visit = async (greeter: StageUser) => {
    const { id: customerId } = await addCustomer(boss);
    const body = {
      clientId: randomUUID(),
      store: 'ford',
      customerId,
      guest: '',
      interest: 'Bronco',
      greeterId: greeter.id,
    } as const;
    const { status, body: added } = await boss.client.call(addVisit, { body });
    expect([status, added.greeter.id]).toEqual([201, greeter.id]);
    return { id: customerId, visit: added };
  };

  test('may be greeted by anyone, but the lead goes to someone who may sell', async () => {
    await changeRouting(boss, { memberIds: [licensed.id], inTurn: true });
    await setRules('refuse');
    const assigneeAfter = async (greeter: StageUser) => {
      const { id: customerId } = await visit(greeter);
      const { body } = await boss.client.call(listLeads, { query: { customerId } });
      return body.map(({ assignee }) => assignee?.id);
    };
    expect(await assigneeAfter(expired)).toEqual([licensed.id]);
    await setRules('warn');
    expect(await assigneeAfter(expired)).toEqual([expired.id]);
  });

  test('is not written up for a salesperson who may not sell', async () => {
    const { visit: one } = await visit(expired);
    await setRules('refuse');
    const refused = await boss.client.call(writeUpVisit, {
      params: { visitId: one.id },
      body: {
        version: one.version,
        clientId: randomUUID(),
        vehicleId: null,
        vehicle: '2024 Ford Bronco',
        condition: 'new',
      },
    });
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { fields: { salespersonId: sentence } },
    ]);
  });
});

const take = async (holder: StageUser | null, vehicleId: number) =>
  boss.client.call(checkOut, {
    body: {
      clientId: randomUUID(),
      vehicleId,
      kind: holder ? 'employee' : 'test_drive',
      ...(holder ? { holderId: holder.id } : { holderName: 'Dana Whitfield' }),
      dueAt: new Date(Date.now() + 3_600_000).toISOString(),
      milesOut: 12,
      fuelOut: 4,
    },
  });

const drivingSentence = 'Eli Expired may not drive stock today: driver license expired';

describe('a check-out', () => {
  test('to an employee who may not drive is refused or not, as the rules say', async () => {
    const car = await addCar(boss);
    await setRules('refuse');
    const refused = await take(expired, car.id);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { fields: { holderId: drivingSentence } },
    ]);
    const { status, body } = await take(licensed, car.id);
    expect(status).toBe(201);
    await boss.client.call(checkIn, {
      params: { outingId: body.id },
      body: { milesIn: 20, fuelIn: 4, dataWiped: true },
    });
    await setRules('warn');
    expect((await take(expired, (await addCar(boss)).id)).status).toBe(201);
  });

  test('to a customer needs no credential', async () => {
    await setRules('refuse');
    expect((await take(null, (await addCar(boss)).id)).status).toBe(201);
  });

  test('lists the employees with the reasons why they may not drive', async () => {
    const { body } = await boss.client.call(listOwners, { query: { store: 'ford' } });
    const problemsOf = ({ id }: StageUser) => body.find((one) => one.id === id)?.problems;
    expect(problemsOf(expired)).toEqual([
      { store: 'ford', reason: 'driver license expired', isRefused: false },
    ]);
    expect(problemsOf(licensed)).toBeUndefined();
  });
});

describe('the work of someone who leaves', () => {
  const actor = () => ({ userId: boss.id, username: 'boss' }) as Actor;
  const handOver = (source: HandoverSource, from: StageUser, to: StageUser, id: number) => {
    const [older, newer] = [
      { id: from.id, name: 'Lee Leaving' },
      { id: to.id, name: 'Eli Expired' },
    ];
    const ids = [String(id)];
    return source.move({ actor: actor(), from: older, to: newer, ids, ip: '' });
  };

  test('is not handed over to someone to whom it would be refused', async () => {
    const { platform } = stage;
    const leaving = await stage.addEmployee();
    const assigneeId = leaving.id;
    const [lead, deal, financed, car] = [
      (await tryAddLead(boss, customer.id, { assigneeId })).body,
      await create(boss, customer.id, { salespersonId: leaving.id }),
      await create(boss, customer.id, { salespersonId: leaving.id, financeManagerId: expired.id }),
      await addCar(boss),
    ];
    const { body: outing } = await take(leaving, car.id);
    const work = [
      [leadHandover(platform, findSellingProblems), lead.id, sentence],
      [dealHandover(platform, findSellingProblems), deal.id, sentence],
      [dealHandover(platform, findSellingProblems), financed.id, sentence],
      [checkOutHandover(platform, findDrivingProblems), outing.id, drivingSentence],
    ] as const;
    for (const [source, id, problem] of work) {
      await setRules('refuse');
      expect(await handOver(source, leaving, expired, id)).toEqual({
        moved: [],
        problems: [{ id: String(id), message: `${problem}.` }],
      });
      await setRules('warn');
      expect(await handOver(source, leaving, expired, id)).toMatchObject({ moved: [String(id)] });
    }
  });
});
