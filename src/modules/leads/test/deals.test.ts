import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { mergeCustomers, undoMerge } from '../../customers/contract/merging.ts';
import { openCustomer } from '../../customers/contract/records.ts';
import { listWork } from '../../customers/contract/work.ts';
import { create, fetchDeal, moveThrough, save } from '../../deals/test/stage.ts';
import {
  add,
  addCustomer,
  changeRouting,
  fetchLead,
  inAWeek,
  type LeadStage,
  move,
  openLeadStage,
} from './stage.ts';

let stage: LeadStage;
let seller: StageUser;
let manager: StageUser;

beforeAll(async () => {
  stage = await openLeadStage();
  seller = await stage.addEmployee();
  manager = await stage.addEmployee({ role: 'manager' });
  await changeRouting(manager, { inTurn: false });
});
afterAll(() => stage.stop());

test('a signed deal marks the leads of the customer as sold, until it is undone', async () => {
  const customer = await addCustomer(seller);
  const lead = await add(seller, customer.id);
  const other = await add(seller, (await addCustomer(seller)).id);
  const deal = await create(seller, customer.id);
  expect((await fetchLead(seller, lead.id)).body.status).toBe('new');
  const socket = await seller.client.socket();
  const signed = await moveThrough(seller, deal, 'signed');
  expect(await socket.next('lead_changed')).toEqual({ id: lead.id, store: 'ford' });
  socket.close();
  const { body } = await fetchLead(seller, lead.id);
  expect(body).toMatchObject({ status: 'sold', answeredAt: expect.any(String) });
  expect(body.events[0]).toMatchObject({
    by: expect.any(String),
    data: { kind: 'status', from: 'new', to: 'sold' },
  });
  expect((await fetchLead(seller, other.id)).body.status).toBe('new');
  await moveThrough(manager, signed, 'open');
  expect((await fetchLead(seller, lead.id)).body.status).toBe('contacted');
});

test('a signed deal that gets another buyer marks their leads as sold, and restores those of the first', async () => {
  const [first, second] = [await addCustomer(seller), await addCustomer(seller)];
  const [old, fresh] = [await add(seller, first.id), await add(seller, second.id)];
  const signed = await moveThrough(seller, await create(seller, first.id), 'signed');
  const socket = await manager.client.socket();
  expect((await save(manager, signed, { customerId: second.id })).status).toBe(200);
  const changed = [await socket.next('lead_changed'), await socket.next('lead_changed')];
  expect(changed).toEqual([old, fresh].map(({ id }) => ({ id, store: 'ford' })));
  socket.close();
  const statuses = async () =>
    Promise.all([old, fresh].map(async ({ id }) => (await fetchLead(seller, id)).body.status));
  expect(await statuses()).toEqual(['contacted', 'sold']);
  await moveThrough(manager, (await fetchDeal(manager, signed.id)).body, 'open');
  expect(await statuses()).toEqual(['contacted', 'contacted']);
});

test('an undone deal restores its leads, also of a customer who was merged with the buyer until then', async () => {
  const [buyer, merged] = [await addCustomer(manager), await addCustomer(manager)];
  const lead = await add(seller, merged.id);
  const version = async (customerId: number) =>
    (await manager.client.call(openCustomer, { params: { customerId } })).body.version;
  const { body: survivor } = await manager.client.call(mergeCustomers, {
    params: { customerId: buyer.id },
    body: {
      otherId: merged.id,
      version: await version(buyer.id),
      otherVersion: await version(merged.id),
    },
  });
  const signed = await moveThrough(seller, await create(seller, buyer.id), 'signed');
  expect((await fetchLead(seller, lead.id)).body.status).toBe('sold');
  const mergeId = survivor.merged[0]?.mergeId ?? 0;
  await manager.client.call(undoMerge, { params: { mergeId } });
  await moveThrough(manager, signed, 'open');
  expect((await fetchLead(seller, lead.id)).body.status).toBe('contacted');
});

test('a signed deal ends the appointments its leads were waiting for', async () => {
  const customer = await addCustomer(seller);
  const lead = await add(seller, customer.id);
  await move(seller, lead, 'appointment', { appointmentAt: inAWeek() });
  const signed = await moveThrough(seller, await create(seller, customer.id), 'signed');
  const params = { customerId: customer.id };
  const { body: work } = await seller.client.call(listWork, { params });
  expect(work.appointments).toMatchObject([{ status: 'canceled' }]);
  await moveThrough(manager, signed, 'open');
  expect((await fetchLead(seller, lead.id)).body.status).toBe('contacted');
});
