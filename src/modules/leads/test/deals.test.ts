import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { create, moveThrough } from '../../deals/test/stage.ts';
import {
  add,
  addCustomer,
  changeRouting,
  fetchLead,
  type LeadStage,
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
