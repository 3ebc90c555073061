import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { findCards } from '../../records/contract.ts';
import { countCustomers, exportCustomers, getChoices, listCustomers } from '../contract/finding.ts';
import { listDuplicates, mergeCustomers } from '../contract/merging.ts';
import {
  createCustomer,
  saveCustomer,
  setConsent,
  setHousehold,
  setOwner,
} from '../contract/records.ts';
import * as timeline from '../contract/timeline.ts';
import { addAppointment, addTask, listWork } from '../contract/work.ts';
import { customerChanged, watchCustomer } from '../contract.ts';
import { add, type CustomerStage, customerBody, formOf, open, openCustomerStage } from './stage.ts';

let stage: CustomerStage;
let ford: StageUser;
let hyundai: StageUser;
beforeAll(async () => {
  stage = await openCustomerStage();
  ford = await stage.addEmployee();
  hyundai = await stage.addEmployee({ storeAccess: ['hyundai'] });
});
afterAll(() => stage.stop());

const search = async ({ client }: StageUser, text: string) =>
  (await client.call(listCustomers, { query: { search: text } })).body.map(({ id }) => id);

describe('a customer', () => {
  test('is visible to employees of its stores only', async () => {
    const { id, lastName } = await add(ford);
    const allStores = await stage.addEmployee({ storeAccess: ['all'] });
    const noStore = await stage.addEmployee({ storeAccess: [] });
    for (const [employee, sees] of [
      [ford, true],
      [allStores, true],
      [hyundai, false],
      [noStore, false],
    ] as const) {
      expect((await open(employee, id)).status).toBe(sees ? 200 : 404);
      expect(await search(employee, lastName)).toEqual(sees ? [id] : []);
      const counted = await employee.client.call(countCustomers, { query: { search: lastName } });
      expect(counted.body).toEqual({ count: sees ? 1 : 0, isMore: false });
    }
  });

  test('that the user may not see is 404 in every call', async () => {
    const { id, version, ...record } = await add(ford);
    const params = { customerId: id };
    const clientId = crypto.randomUUID();
    const { client } = await stage.addEmployee({ storeAccess: ['hyundai'], role: 'manager' });
    const own = await add(hyundai, { store: 'hyundai' });
    const calls = [
      client.call(saveCustomer, { params, body: { version, ...formOf(record as never) } }),
      client.call(setOwner, { params: { ...params, store: 'hyundai' }, body: { ownerId: null } }),
      client.call(setHousehold, { params, body: { withCustomerId: null } }),
      client.call(setHousehold, { params: { customerId: own.id }, body: { withCustomerId: id } }),
      client.call(setConsent, {
        params,
        body: { clientId, channel: 'text', topic: 'marketing', granted: true, source: 'phone' },
      }),
      client.call(timeline.listTimeline, { params }),
      client.call(timeline.addEntry, {
        params,
        body: { clientId, store: 'hyundai', kind: 'note', body: 'Hello' },
      }),
      client.call(timeline.listGarage, { params }),
      client.call(timeline.addVehicle, { params, body: { clientId, description: 'A vehicle' } }),
      client.call(listWork, { params }),
      client.call(addTask, {
        params,
        body: {
          clientId,
          store: 'hyundai',
          kind: 'call',
          title: 'Call',
          dueAt: '2026-12-01T10:00:00Z',
        },
      }),
      client.call(addAppointment, {
        params,
        body: { clientId, store: 'hyundai', kind: 'sales', startsAt: '2026-12-01T10:00:00Z' },
      }),
      client.call(mergeCustomers, {
        params: { customerId: own.id },
        body: { otherId: id, version: own.version, otherVersion: version },
      }),
    ];
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses).toEqual(calls.map(() => 404));
    expect((await open(ford, id)).body.version).toBe(version);
  });

  test('of two stores shows each reader only their own stores', async () => {
    const both = await stage.addEmployee({ storeAccess: ['ford', 'hyundai'] });
    const { id } = await add(ford);
    await both.client.call(setOwner, {
      params: { customerId: id, store: 'hyundai' },
      body: { ownerId: hyundai.id },
    });
    const seen = async (employee: StageUser) =>
      (await open(employee, id)).body.stores.map(({ store, owner }) => [store, owner?.id]);
    expect(await seen(hyundai)).toEqual([['hyundai', hyundai.id]]);
    expect(await seen(ford)).toEqual([['ford', ford.id]]);
    expect(await seen(both)).toHaveLength(2);
    const entry = {
      clientId: crypto.randomUUID(),
      store: 'ford' as const,
      kind: 'note' as const,
    };
    await ford.client.call(timeline.addEntry, {
      params: { customerId: id },
      body: { ...entry, body: 'Only for Ford' },
    });
    const lines = async ({ client }: StageUser) =>
      (await client.call(timeline.listTimeline, { params: { customerId: id } })).body.map(
        ({ body }) => body,
      );
    expect(await lines(ford)).toEqual(['Only for Ford']);
    expect(await lines(hyundai)).toEqual([]);
  });

  test('cannot be added to a store of others', async () => {
    const { status, body } = await ford.client.call(createCustomer, {
      body: customerBody({ store: 'hyundai' }) as never,
    });
    expect([status, body]).toMatchObject([400, { fields: { store: expect.any(String) } }]);
    const { id } = await add(ford);
    const entry = {
      clientId: crypto.randomUUID(),
      store: 'hyundai' as const,
      kind: 'note' as const,
    };
    const added = await ford.client.call(timeline.addEntry, {
      params: { customerId: id },
      body: { ...entry, body: 'Hello' },
    });
    expect(added.status).toBe(400);
    const refused = await ford.client.call(setOwner, {
      params: { customerId: id, store: 'ford' },
      body: { ownerId: hyundai.id },
    });
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { fields: { ownerId: expect.any(String) } },
    ]);
  });

  test('is assigned, like its tasks and appointments, only to those who may open it', async () => {
    const colleague = await stage.addEmployee();
    const withoutPage = await stage.addEmployee({ pagePermissions: ['fleet_operations'] });
    const withoutReading = await stage.addEmployee({ featurePermissions: ['create_records'] });
    const elsewhere = await stage.addEmployee({ storeAccess: ['hyundai'] });
    const params = { customerId: (await add(ford)).id };
    const assign = async ({ id }: StageUser) => {
      const { client } = ford;
      const plan = { clientId: crypto.randomUUID(), store: 'ford' as const, assigneeId: id };
      const at = new Date(Date.now() + 86_400_000).toISOString();
      const replies = await Promise.all([
        client.call(createCustomer, { body: customerBody({ ownerId: id }) as never }),
        client.call(setOwner, { params: { ...params, store: 'ford' }, body: { ownerId: id } }),
        client.call(addTask, {
          params,
          body: { ...plan, kind: 'call', title: 'Call', dueAt: at },
        }),
        client.call(addAppointment, {
          params,
          body: { ...plan, kind: 'sales', startsAt: at },
        }),
      ]);
      return replies.map(({ status, body }) => [status, (body as { error?: string }).error]);
    };
    const { owners } = (await ford.client.call(getChoices)).body;
    const isOffered = ({ id }: StageUser) => owners.some((owner) => owner.id === id);
    expect((await assign(colleague)).map(([status]) => status)).toEqual([201, 200, 201, 201]);
    expect((await open(colleague, params.customerId)).status).toBe(200);
    expect(isOffered(colleague)).toBe(true);
    for (const employee of [withoutPage, withoutReading, elsewhere]) {
      const refused = [400, 'This employee doesn’t work with customers at this store.'];
      expect(await assign(employee)).toEqual(Array(4).fill(refused));
      expect((await open(employee, params.customerId)).status).not.toBe(200);
      expect(isOffered(employee)).toBe(false);
    }
  });

  test('added by someone who may not open it is assigned to no one', async () => {
    const writer = await stage.addEmployee({ featurePermissions: ['create_records'] });
    const { id } = await add(writer);
    const { body } = await open(ford, id);
    expect(body.stores.map(({ store, owner }) => [store, owner])).toEqual([['ford', null]]);
  });

  test('can be viewed with read access and changed with write access', async () => {
    const reader = await stage.addEmployee({ featurePermissions: ['view_data'] });
    const { id, version, ...record } = await add(ford);
    expect((await open(reader, id)).body.may).toEqual({ edit: false, merge: false });
    const saved = await reader.client.call(saveCustomer, {
      params: { customerId: id },
      body: { version, ...formOf(record as never) },
    });
    expect(saved.status).toBe(403);
    const withoutPage = await stage.addEmployee({ pagePermissions: [] });
    expect((await open(withoutPage, id)).status).toBe(403);
  });

  test('logs each opening with its author; listing and refusals are not logged', async () => {
    const { id } = await add(ford);
    await search(ford, 'Zzyzx');
    await open(hyundai, id);
    await open(ford, id);
    const opened = (await stage.log(id)).filter(({ action }) => action === 'customer.opened');
    expect(opened).toMatchObject([{ actor_id: ford.id, subject_name: `Customer ${id}` }]);
  });

  test('logs a change as an opening if it changes nothing, because it returns the record', async () => {
    const record = await add(ford);
    const params = { customerId: record.id };
    const consent = {
      clientId: crypto.randomUUID(),
      channel: 'text' as const,
      topic: 'marketing' as const,
      granted: true,
      source: 'phone' as const,
    };
    const changes = [
      () => ford.client.call(setConsent, { params, body: consent }),
      () =>
        ford.client.call(setOwner, {
          params: { ...params, store: 'ford' },
          body: { ownerId: ford.id },
        }),
      () =>
        ford.client.call(saveCustomer, {
          params,
          body: { version: record.version, ...formOf(record) } as never,
        }),
    ];
    const count = async () => (await stage.log(record.id)).length;
    await changes[0]?.();
    for (const change of changes) {
      const before = await count();
      expect((await change()).status).toBe(200);
      expect(await count()).toBe(before + 1);
    }
    expect((await stage.log(record.id)).slice(-3).map(({ action }) => action)).toEqual(
      Array(3).fill('customer.opened'),
    );
  });

  test('has a card in chat for those who may see it', async () => {
    const { id, name } = await add(ford);
    const references = [{ kind: 'customer' as const, key: `number:${id}` }];
    const cards = async ({ client }: StageUser) =>
      (await client.call(findCards, { body: { references } })).body.map(({ card }) => card.title);
    expect(await cards(ford)).toEqual([name]);
    expect(await cards(hyundai)).toEqual([]);
  });

  test('sends live updates to viewers, as long as they may see it', async () => {
    const { id } = await add(ford);
    const [visibleSocket, otherStoreSocket] = [
      await ford.client.socket(),
      await hyundai.client.socket(),
    ];
    for (const socket of [visibleSocket, otherStoreSocket])
      socket.send(watchCustomer.type, { customerId: id, watching: true });
    // Frames are processed in order: after the pong, the subscription is done.
    for (const socket of [visibleSocket, otherStoreSocket]) {
      socket.send('ping', {});
      await socket.next('pong');
    }
    const body = { clientId: crypto.randomUUID(), store: 'ford' as const, kind: 'note' as const };
    await ford.client.call(timeline.addEntry, {
      params: { customerId: id },
      body: { ...body, body: 'Hello' },
    });
    expect(await visibleSocket.next(customerChanged.type)).toMatchObject({ id, by: ford.id });
    otherStoreSocket.send('ping', {});
    await otherStoreSocket.next('pong');
    expect(otherStoreSocket.frames.some(({ type }) => type === customerChanged.type)).toBe(false);
    visibleSocket.close();
    otherStoreSocket.close();
  });
});

describe('export', () => {
  const exportList = ({ client }: StageUser, body = {}) => client.call(exportCustomers, { body });

  test('is for general managers, limited to their stores, and logged without the search text', async () => {
    const generalManager = await stage.addEmployee({ role: 'general_manager' });
    const [mine, hyundaiOnly] = [
      await add(ford, { firstName: '=2+2' }),
      await add(hyundai, { store: 'hyundai' }),
    ];
    const { status, body } = await exportList(generalManager, { search: 'Zzyzx' });
    expect(status).toBe(200);
    expect(body as never).toContain(mine.lastName);
    expect(body as never).toContain(",'=2+2,");
    expect(body as never).not.toContain(hyundaiOnly.lastName);
    const [entry] = (await stage.platform.db
      .selectFrom('activity_log')
      .selectAll()
      .where('action', '=', 'customer.exported')
      .where('actor_id', '=', generalManager.id)
      .execute()) as { after: object; subject_name: string }[];
    expect(entry?.after).toMatchObject({ searched: true });
    expect(JSON.stringify(entry)).not.toContain('Zzyzx');
  });

  test.each(['employee', 'manager'] as const)('is not for a %s', async (role) => {
    const employee = await stage.addEmployee({ role });
    const { status, body } = await exportList(employee);
    expect([status, body]).toMatchObject([
      403,
      { error: 'Only general managers may export customers.' },
    ]);
    const { may } = (await employee.client.call(getChoices)).body;
    expect(may).toMatchObject({ export: false, merge: role === 'manager' });
  });
});

test('duplicates are listed only for those who may see both', async () => {
  const email = [{ address: 'pair@mail.example.com' }];
  const [one, other] = [
    await add(ford, { emails: email }),
    await add(hyundai, { store: 'hyundai', emails: email }),
  ];
  const both = await stage.addEmployee({ storeAccess: ['all'] });
  const pairs = async ({ client }: StageUser) =>
    (await client.call(listDuplicates, { query: { customerId: one.id } })).body.map(
      ({ first, second }) => [first.id, second.id],
    );
  expect(await pairs(both)).toEqual([[one.id, other.id]]);
  expect(await pairs(ford)).toEqual([]);
  expect((await open(ford, one.id)).body.duplicateCount).toBe(0);
  expect((await open(both, one.id)).body.duplicateCount).toBe(1);
});
