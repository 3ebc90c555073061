import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Employed } from '../../admin/test/office.ts';
import { bring, write } from '../../deals/test/showroom.ts';
import { add, addCustomer, arrange, look, openShowroom, type Showroom } from './showroom.ts';

let room: Showroom;
let seller: Employed;
let manager: Employed;

beforeAll(async () => {
  room = await openShowroom();
  seller = await room.employ();
  manager = await room.employ({ role: 'manager' });
  await arrange(manager, { inTurn: false });
});
afterAll(() => room.stop());

test('who signs a deal has bought, until that is taken back', async () => {
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
