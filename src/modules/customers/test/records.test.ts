import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPhone } from '../../../platform/contract/phones.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import {
  type CustomerRecord,
  createCustomer,
  saveCustomer,
  setConsent,
  setHousehold,
} from '../contract/records.ts';
import {
  addEntry,
  addVehicle,
  listGarage,
  listTimeline,
  saveVehicle,
} from '../contract/timeline.ts';
import { customerChanged, watchCustomer } from '../contract.ts';
import {
  add,
  type CustomerStage,
  customerBody,
  formOf,
  open,
  openCustomerStage,
  pageTimeline,
} from './stage.ts';

let stage: CustomerStage;
let ford: StageUser;
beforeAll(async () => {
  stage = await openCustomerStage();
  ford = await stage.addEmployee();
});
afterAll(() => stage.stop());

const save = (
  { client }: StageUser,
  record: CustomerRecord,
  overrides: Record<string, unknown> = {},
) =>
  client.call(saveCustomer, {
    params: { customerId: record.id },
    body: { version: record.version, ...formOf(record), ...overrides } as never,
  });

describe('a customer', () => {
  test('is stored normalized, with E.164 numbers and one preferred phone and email', async () => {
    const record = await add(ford, {
      firstName: ' José ',
      middleName: 'Q',
      lastName: 'Núñez',
      suffix: 'Jr.',
      phones: [
        { number: '316.555.0142 x7', kind: 'work' },
        { number: '+1 (316) 555-0143', kind: 'mobile', isPreferred: true },
        { number: '3165550143', kind: 'home' },
      ],
      emails: [{ address: ' Jose@Example.COM ' }, { address: 'jose@example.com' }],
      addresses: [{ line1: '1 Main', city: 'Derby', state: 'ks', zip: '67037' }],
      tags: ['Truck', 'truck', 'VIP'],
    });
    expect(record).toMatchObject({
      name: 'José Q Núñez Jr.',
      phones: [
        { e164: '+13165550142', extension: '7', kind: 'work', isPreferred: false },
        { e164: '+13165550143', extension: '', kind: 'mobile', isPreferred: true },
      ],
      emails: [{ address: 'jose@example.com', isPreferred: true }],
      addresses: [{ line1: '1 Main', line2: '', city: 'Derby', state: 'KS', zip: '67037' }],
      tags: ['Truck', 'VIP'],
      stores: [{ store: 'ford', owner: { id: ford.id } }],
    });
    expect((await open(ford, record.id)).body).toEqual(record);
  });

  test('sent twice is created once', async () => {
    const body = customerBody() as never;
    const send = () => ford.client.call(createCustomer, { body });
    const responses = await Promise.all([send(), send(), send()]);
    expect(new Set(responses.map((response) => response.body.id)).size).toBe(1);
  });

  test('is saved only over the current version', async () => {
    const record = await add(ford);
    const other = await stage.addEmployee();
    const changed = await save(other, record, { firstName: 'Quinn' });
    expect([changed.status, changed.body.version]).toEqual([200, record.version + 1]);
    const late = await save(ford, record, { lastName: 'Lost' });
    expect([late.status, late.body]).toMatchObject([
      409,
      { error: 'Someone else changed this customer. Nothing was overwritten.' },
    ]);
    expect((await open(ford, record.id)).body).toMatchObject({
      firstName: 'Quinn',
      lastName: record.lastName,
    });
    // A retry is no conflict: the reply may have been lost.
    expect((await save(other, record, { firstName: 'Quinn' })).status).toBe(200);
  });

  test('saved concurrently is saved once', async () => {
    const record = await add(ford);
    const responses = await Promise.all(
      ['One', 'Two', 'Three'].map((firstName) => save(ford, record, { firstName })),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  test.each([
    [{ firstName: '', lastName: '' }, 'lastName'],
    [{ kind: 'business', company: '' }, 'company'],
    [{ kind: 'robot' }, 'kind'],
    [{ lastName: 'x'.repeat(101) }, 'lastName'],
    [{ firstName: 'two\nlines' }, 'firstName'],
    [{ phones: [{ number: '555-0142', kind: 'home' }] }, 'phones.0.number'],
    [{ phones: [{ number: '(155) 555-0142', kind: 'home' }] }, 'phones.0.number'],
    [{ phones: [{ number: '3165550142', kind: 'fax' }] }, 'phones.0.kind'],
    [{ emails: [{ address: 'nobody' }] }, 'emails.0.address'],
    [
      { addresses: [{ line1: '1 Main', city: 'Derby', state: 'ZZ', zip: '67037' }] },
      'addresses.0.state',
    ],
    [
      { addresses: [{ line1: '1 Main', city: 'Derby', state: 'KS', zip: '6703' }] },
      'addresses.0.zip',
    ],
    [{ tags: ['a,b'] }, 'tags.0'],
    [{ preferredChannel: 'fax' }, 'preferredChannel'],
    [{ preferredLanguage: 'tlh' }, 'preferredLanguage'],
    [{ ownerId: true }, 'ownerId'],
    [{ ownerId: '1' }, 'ownerId'],
    [{ surprise: 1 }, 'surprise'],
  ])('is refused with an error at the field: %j', async (overrides, field) => {
    const { status, body } = await ford.client.call(createCustomer, {
      body: customerBody(overrides) as never,
    });
    expect([status, Object.keys((body as never as { fields: object }).fields)]).toEqual([
      400,
      [field],
    ]);
  });

  test('logs who changed which fields, without their values', async () => {
    const record = await add(ford);
    await save(ford, record, { lastName: 'Secretive', tags: ['VIP'] });
    const entry = (await stage.log(record.id)).find(({ action }) => action === 'customer.updated');
    expect(entry?.after).toEqual({ changed: ['lastName', 'tags'] });
    expect(JSON.stringify(entry)).not.toContain('Secretive');
  });
});

test('consents are append-only, and the latest one counts', async () => {
  const { id } = await add(ford);
  const record = (granted: boolean, clientId = crypto.randomUUID()) =>
    ford.client.call(setConsent, {
      params: { customerId: id },
      body: { clientId, channel: 'text', topic: 'marketing', granted, source: 'in_person' },
    });
  const once = crypto.randomUUID();
  await record(true, once);
  await record(true, once);
  const { body } = await record(false);
  expect(body.consents).toMatchObject([
    { channel: 'text', granted: false, wording: 'text-2026-11' },
  ]);
  const lines = (await ford.client.call(listTimeline, { params: { customerId: id } })).body;
  expect(lines.map(({ title }) => title)).toEqual([
    'Withdrew consent to text messages about marketing',
    'Gave consent to text messages about marketing',
  ]);
  const rewrite = stage.platform.db
    .updateTable('customer_consents')
    .set({ granted: true })
    .execute();
  await expect(rewrite).rejects.toThrow(/only ever added to/);
});

test('two employees of the same name are distinguished', async () => {
  const namesake = { firstName: 'Sam', lastName: 'Shared' };
  const [one, other] = [await stage.addEmployee(namesake), await stage.addEmployee(namesake)];
  const name = `Sam Shared (@${one.username})`;
  const { body } = await open(other, (await add(one)).id);
  expect(body).toMatchObject({ createdBy: name, stores: [{ owner: { id: one.id, name } }] });
});

test('a household is created with its second member, and can be left', async () => {
  const [one, other] = [await add(ford), await add(ford)];
  const live = (customerId: number, withCustomerId: number | null) =>
    ford.client.call(setHousehold, { params: { customerId }, body: { withCustomerId } });
  expect((await live(one.id, one.id)).status).toBe(400);
  expect((await live(one.id, other.id)).body.household).toMatchObject({
    name: `${other.lastName} household`,
    members: [{ id: other.id }],
  });
  expect((await live(one.id, null)).body.household).toBeNull();
});

test('two customers can be put into each other’s household at once, and both are updated live', async () => {
  const [one, other] = [await add(ford), await add(ford)];
  const live = (customerId: number, withCustomerId: number) =>
    ford.client.call(setHousehold, { params: { customerId }, body: { withCustomerId } });
  const socket = await ford.client.socket();
  socket.send(watchCustomer.type, { customerId: other.id, watching: true });
  socket.send('ping', {});
  await socket.next('pong');
  await live(one.id, other.id);
  expect(await socket.next(customerChanged.type)).toMatchObject({ id: other.id });
  socket.close();
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const both = await Promise.all([live(one.id, other.id), live(other.id, one.id)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
  }
});

test('the timeline is paged, newest first', async () => {
  const { id } = await add(ford);
  const params = { customerId: id };
  for (const [index, body] of ['first', 'second', 'third'].entries()) {
    const at = new Date(Date.UTC(2026, 0, 1 + index)).toISOString();
    const entry = { clientId: crypto.randomUUID(), store: 'ford' as const, kind: 'call' as const };
    const sent = { ...entry, direction: 'out' as const, body, at };
    await ford.client.call(addEntry, { params, body: sent });
    await ford.client.call(addEntry, { params, body: sent });
  }
  const page = async (query = {}) =>
    (await ford.client.call(listTimeline, { params, query: { limit: 2, ...query } })).body;
  const first = await page();
  expect(first.map(({ title, body }) => [title, body])).toEqual([
    ['Called', 'third'],
    ['Called', 'second'],
  ]);
  const last = first.at(-1);
  const nextPage = await page({ before: last?.at, beforeKey: last?.key });
  expect(nextPage.map(({ body }) => body)).toEqual(['first']);
  const future = await ford.client.call(addEntry, {
    params,
    body: {
      clientId: crypto.randomUUID(),
      store: 'ford',
      kind: 'note',
      body: 'Tomorrow',
      at: new Date(Date.now() + 86_400_000).toISOString(),
    },
  });
  expect(future.status).toBe(400);
});

test('the timeline is paged through lines of one moment exactly once', async () => {
  const { id } = await add(ford);
  const at = '2026-01-01T12:00:00.000Z';
  for (let count = 0; count < 12; count += 1) {
    const entry = { clientId: crypto.randomUUID(), store: 'ford' as const, kind: 'note' as const };
    await ford.client.call(addEntry, {
      params: { customerId: id },
      body: { ...entry, body: 'Imported', at },
    });
  }
  const keys = await pageTimeline(ford, id, 5);
  expect([keys.length, new Set(keys).size]).toEqual([12, 12]);
});

test('a vehicle is stored with an uppercase VIN, changed only over its current version, and kept after it is sold', async () => {
  const { id } = await add(ford);
  const params = { customerId: id };
  const vehicle = { description: '2024 F-150', vin: ' 1ftfw3l51rk910594 ', mileage: 100 };
  const wrong = await ford.client.call(addVehicle, {
    params,
    body: { clientId: crypto.randomUUID(), ...vehicle, vin: 'IOQ' },
  });
  expect([wrong.status, wrong.body]).toMatchObject([400, { fields: { vin: expect.any(String) } }]);
  const { body } = await ford.client.call(addVehicle, {
    params,
    body: { clientId: crypto.randomUUID(), ...vehicle },
  });
  expect(body).toMatchObject([{ vin: '1FTFW3L51RK910594', stillOwns: true, mileage: 100 }]);
  const vehicleId = body[0]?.id ?? 0;
  const change = (version: number) =>
    ford.client.call(saveVehicle, {
      params: { ...params, vehicleId },
      body: { version, description: 'Sold it', stillOwns: false },
    });
  expect((await change(1)).body).toMatchObject([{ description: 'Sold it', stillOwns: false }]);
  expect((await change(1)).status).toBe(409);
  const other = await add(ford);
  const otherVehicle = { customerId: other.id, vehicleId };
  const refused = await ford.client.call(saveVehicle, {
    params: otherVehicle,
    body: { version: 2, description: 'Mine now' },
  });
  expect(refused.status).toBe(404);
  expect((await ford.client.call(listGarage, { params })).body).toHaveLength(1);
});

test.each([
  ['(316) 555-0142', '+13165550142', ''],
  ['1-316-555-0142 ext. 12', '+13165550142', '12'],
  ['+49 30 901820', '+4930901820', ''],
  ['555-0142', null, ''],
  ['911', null, ''],
  ['316 911 0142', null, ''],
  ['call me', null, ''],
])('%s is dialed as %s', (typed, e164, extension) => {
  expect(readPhone(typed)).toEqual(e164 === null ? null : { e164, extension });
});
