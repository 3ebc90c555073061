import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { deleteView, listCustomers, listViews, saveView } from '../contract/finding.ts';
import { mergeCustomers } from '../contract/merging.ts';
import { setConsent } from '../contract/records.ts';
import { addVehicle } from '../contract/timeline.ts';
import { add, type CustomerStage, openCustomerStage } from './stage.ts';

let stage: CustomerStage;
let ford: StageUser;
beforeAll(async () => {
  stage = await openCustomerStage();
  ford = await stage.addEmployee();
});
afterAll(() => stage.stop());

const list = async (query: Record<string, unknown>, { client }: StageUser = ford) =>
  (await client.call(listCustomers, { query: query as never })).body;
const found = async (search: string) => (await list({ search })).map(({ id }) => id);

describe('the search', () => {
  test('finds by parts of a name, number, email, tag, company and phone digits', async () => {
    const { id } = await add(ford, {
      firstName: 'Žofia',
      lastName: 'Quackenbush',
      company: 'Quackworks',
      phones: [{ number: '(785) 555-7788', kind: 'mobile' }],
      emails: [{ address: 'zofia.q@mail.example.com' }],
      tags: ['Beekeeper'],
    });
    for (const typed of [
      'quack',
      'zofia quacken',
      'QUACKENBUSH, zof',
      'quackworks',
      String(id),
      'zofia.q@mail',
      'beekeeper',
      '785-555-7788',
      '(785) 555-77',
      '5557788',
      '+1 785 555 7788',
    ])
      expect([typed, await found(typed)]).toEqual([typed, [id]]);
    for (const typed of ['quackenbusch', '%', '_', '785-555-7789', '()'])
      expect([typed, await found(typed)]).toEqual([typed, []]);
  });
});

describe('a customer is found by the garage', () => {
  test('by any word of a vehicle, its VIN or the end of it, and its plate, at their stores only', async () => {
    const { id } = await add(ford, { firstName: 'Ines', lastName: 'Garagenko' });
    const vin = '5NPE34AF6JH611842';
    const { status } = await ford.client.call(addVehicle, {
      params: { customerId: id },
      body: {
        clientId: crypto.randomUUID(),
        description: '2018 Hyundai Sonata Q9, Zirconwhite',
        vin,
        plate: '9ZKW-117',
      } as never,
    });
    expect(status).toBe(201);
    const hyundai = await stage.addEmployee({ storeAccess: ['hyundai'] });
    for (const typed of [
      'zirconwhite',
      'Sonata ZIRCONWHITE 2018',
      'Garagenko Sonata',
      'q9',
      'Garagenko Q9',
      vin,
      vin.slice(-8),
      vin.slice(-6).toLowerCase(),
      '9zkw117',
      '9ZKW 117',
    ]) {
      expect([typed, await found(typed)]).toEqual([typed, [id]]);
      expect([typed, await list({ search: typed }, hyundai)]).toEqual([typed, []]);
    }
    for (const typed of ['Garagenko Elantra', 'zirconblack', vin.slice(-5), '9ZKW118'])
      expect([typed, await found(typed)]).toEqual([typed, []]);
  });
});

describe('the list', () => {
  test('pages through all customers exactly once, in either order', async () => {
    const expected = new Set((await list({ limit: 200 })).map(({ id }) => id));
    for (const sort of ['recent', 'name']) {
      const read: number[] = [];
      let query: Record<string, unknown> = { sort, limit: 23 };
      for (;;) {
        const rows = await list(query);
        read.push(...rows.map(({ id }) => id));
        const last = rows.at(-1);
        if (rows.length < 23 || !last) break;
        const after = sort === 'name' ? last.sortName : last.lastActivityAt;
        query = { sort, limit: 23, after, afterId: last.id };
      }
      expect(new Set(read).size).toBe(read.length);
      expect(new Set(read)).toEqual(expected);
    }
  });

  test('filters by owner, tag, kind, activity, consent and do-not-contact', async () => {
    const tag = 'Narrow';
    const consented = await add(ford, { tags: [tag] });
    await ford.client.call(setConsent, {
      params: { customerId: consented.id },
      body: {
        clientId: crypto.randomUUID(),
        channel: 'email',
        topic: 'marketing',
        granted: true,
        source: 'web',
      },
    });
    const optedOut = await add(ford, { tags: [tag], doNotContact: true, ownerId: null });
    const business = await add(ford, { tags: [tag], kind: 'business', company: 'Narrow Gauge' });
    const ids = async (query: object) =>
      (await list({ tag, ...query })).map(({ id }) => id).toSorted();
    const all = [consented.id, optedOut.id, business.id];
    expect(await ids({})).toEqual(all);
    expect(await ids({ owner: 'me' })).toEqual([consented.id, business.id]);
    expect(await ids({ owner: String(ford.id) })).toEqual([consented.id, business.id]);
    expect(await ids({ owner: 'none' })).toEqual([optedOut.id]);
    expect(await ids({ kind: 'business' })).toEqual([business.id]);
    expect(await ids({ consent: 'email' })).toEqual([consented.id]);
    expect(await ids({ consent: 'text' })).toEqual([]);
    expect(await ids({ contact: 'not_allowed' })).toEqual([optedOut.id]);
    expect(await ids({ contact: 'allowed' })).toEqual([consented.id, business.id]);
    expect(await ids({ activity: '7' })).toEqual(all);
    expect(await ids({ activity: 'over90' })).toEqual([]);
    expect(await ids({ store: 'hyundai' })).toEqual([]);
    const wrong = await ford.client.raw('GET', '/api/customers?owner=everyone');
    expect([wrong.status, wrong.body.fields]).toEqual([400, { owner: 'Has an invalid format' }]);
    for (const after of ['x', '-271821-04-20T00:00:00Z']) {
      const late = await ford.client.raw('GET', `/api/customers?after=${after}&afterId=1`);
      expect([after, late.status]).toEqual([after, 400]);
    }
  });

  test('has one customer by number, also by that of one merged into it, if they are visible', async () => {
    const manager = await stage.addEmployee({ role: 'manager' });
    const [kept, merged] = [await add(ford), await add(ford)];
    // Its number is part of those of others.
    await add(ford, { phones: [{ number: `620 555 ${String(kept.id).slice(-4)}`, kind: 'home' }] });
    await manager.client.call(mergeCustomers, {
      params: { customerId: kept.id },
      body: { otherId: merged.id, version: kept.version, otherVersion: merged.version },
    });
    for (const id of [kept.id, merged.id])
      expect((await list({ id })).map((row) => row.id)).toEqual([kept.id]);
    const hyundai = await stage.addEmployee({ storeAccess: ['hyundai'] });
    const hidden = await hyundai.client.call(listCustomers, { query: { id: kept.id } });
    expect(hidden.body).toEqual([]);
  });
});

test('views are saved by name, shared with the user’s store, and deleted by their owner', async () => {
  const colleague = await stage.addEmployee();
  const otherStore = await stage.addEmployee({ storeAccess: ['hyundai'] });
  const save = (name: string, store: string | null, filters: object) =>
    ford.client.call(saveView, { body: { name, store, filters } as never });
  const { body: own } = await save('Mine', null, { owner: 'me' });
  await save('Shared', 'ford', { tag: 'VIP' });
  const { body: again } = await save('Mine', null, { owner: 'none' });
  expect(again).toMatchObject({ id: own.id, filters: { owner: 'none' }, isOwn: true });
  const names = async ({ client }: StageUser) =>
    (await client.call(listViews)).body.map(({ name, isOwn }) => [name, isOwn]);
  expect(await names(ford)).toEqual([
    ['Mine', true],
    ['Shared', true],
  ]);
  expect(await names(colleague)).toEqual([['Shared', false]]);
  expect(await names(otherStore)).toEqual([]);
  expect((await save('Foreign', 'hyundai', {})).status).toBe(400);
  expect((await save('Odd', null, { surprise: 1 })).status).toBe(400);
  const remove = ({ client }: StageUser) => client.call(deleteView, { params: { viewId: own.id } });
  expect((await remove(colleague)).status).toBe(404);
  expect((await remove(ford)).status).toBe(200);
});
