import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Employed } from '../../admin/test/office.ts';
import { bring, write } from '../../deals/test/showroom.ts';
import { add, addCustomer, changeRouting, look, openStage, type Stage } from './showroom.ts';

let stage: Stage;
let seller: Employed;
let manager: Employed;

beforeAll(async () => {
  stage = await openStage();
  seller = await stage.employ();
  manager = await stage.employ({ role: 'manager' });
  await changeRouting(manager, { inTurn: false });
});
afterAll(() => stage.stop());

test('a signed deal marks the leads of the customer as sold, until it is undone', async () => {
  const customer = await addCustomer(seller);
  const lead = await add(seller, customer.id);
  const other = await add(seller, (await addCustomer(seller)).id);
  const deal = await write(seller, customer.id);
  expect((await look(seller, lead.id)).body.status).toBe('new');
  const near = await seller.client.socket();
  const signed = await bring(seller, deal, 'signed');
  expect(await near.next('lead_changed')).toEqual({ id: lead.id, store: 'ford' });
  near.close();
  const { body } = await look(seller, lead.id);
  expect(body).toMatchObject({ status: 'sold', answeredAt: expect.any(String) });
  expect(body.events[0]).toMatchObject({
    by: expect.any(String),
    data: { kind: 'status', from: 'new', to: 'sold' },
  });
  expect((await look(seller, other.id)).body.status).toBe('new');
  await bring(manager, signed, 'open');
  expect((await look(seller, lead.id)).body.status).toBe('contacted');
});
