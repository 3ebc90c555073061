import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../../test/support/eventually.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import { listCustomers } from '../contract/finding.ts';
import {
  dismissDuplicate,
  listDuplicates,
  mergeCustomers,
  undoMerge,
} from '../contract/merging.ts';
import { type CustomerRecord, saveCustomer, setConsent } from '../contract/records.ts';
import { addEntry, listTimeline } from '../contract/timeline.ts';
import { add, type CustomerStage, formOf, open, openCustomerStage } from './stage.ts';

let stage: CustomerStage;
let walt: StageUser;
beforeAll(async () => {
  stage = await openCustomerStage();
  walt = await stage.addEmployee({ role: 'manager', storeAccess: ['ford', 'hyundai'] });
});
afterAll(() => stage.stop());

const fetchRecord = async (id: number, viewer = walt) => (await open(viewer, id)).body;
const merge = async ({ client }: StageUser, id: number, otherId: number) =>
  client.call(mergeCustomers, {
    params: { customerId: id },
    body: {
      otherId,
      version: (await fetchRecord(id)).version,
      otherVersion: (await fetchRecord(otherId)).version,
    },
  });
const undo = ({ client }: StageUser, mergeId: number) =>
  client.call(undoMerge, { params: { mergeId } });
/** The record without what every save changes. */
const comparable = ({ version, updatedAt, updatedBy, ...record }: CustomerRecord) => record;
const mergeIdOf = (record: CustomerRecord) => record.merged[0]?.mergeId ?? 0;

describe('merged customers', () => {
  test('are one record under both numbers, with the data of both', async () => {
    const one = await add(walt, { tags: ['VIP'], preferredChannel: null });
    const other = await add(walt, {
      store: 'hyundai',
      tags: ['Lease'],
      preferredChannel: 'text',
      doNotContact: true,
    });
    const { status, body } = await merge(walt, one.id, other.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: one.id,
      tags: ['VIP', 'Lease'],
      preferredChannel: 'text',
      doNotContact: true,
      merged: [{ id: other.id, name: other.name }],
    });
    expect(body.phones.map(({ e164 }) => e164)).toEqual(
      [...one.phones, ...other.phones].map(({ e164 }) => e164),
    );
    expect(body.stores.map(({ store }) => store).toSorted()).toEqual(['ford', 'hyundai']);
    expect((await fetchRecord(other.id)).id).toBe(one.id);
    const { body: rows } = await walt.client.call(listCustomers, {
      query: { search: other.lastName },
    });
    expect(rows.map(({ id }) => id)).toEqual([one.id]);
  });

  test('are exactly restored by an undo', async () => {
    const text = fc.constantFrom('', 'Ann', 'Bo');
    const phone = fc.constantFrom('2125559001', '2125559002', '2125559003 x4');
    const customerFields = fc.record({
      middleName: text,
      company: text,
      phones: fc.array(fc.record({ number: phone, kind: fc.constantFrom('mobile', 'home') }), {
        maxLength: 3,
      }),
      emails: fc.array(fc.record({ address: fc.constantFrom('a@x.example', 'b@x.example') }), {
        maxLength: 2,
      }),
      tags: fc.uniqueArray(fc.constantFrom('VIP', 'Lease', 'Truck'), { maxLength: 3 }),
      preferredChannel: fc.constantFrom(null, 'call', 'text'),
      doNotContact: fc.boolean(),
      store: fc.constantFrom('ford', 'hyundai'),
      ownerId: fc.constantFrom(null, walt.id),
    });
    await fc.assert(
      fc.asyncProperty(customerFields, customerFields, async (first, second) => {
        const [a, b] = [(await add(walt, first)).id, (await add(walt, second)).id];
        const before = [await fetchRecord(a), await fetchRecord(b)].map(comparable);
        const { body } = await merge(walt, a, b);
        expect((await undo(walt, mergeIdOf(body))).body).toEqual({ survivorId: a, restoredId: b });
        expect([await fetchRecord(a), await fetchRecord(b)].map(comparable)).toEqual(before);
      }),
      { numRuns: 12 },
    );
  });

  test('keep later changes when the merge is undone', async () => {
    const [one, other] = [await add(walt), await add(walt, { tags: ['Lease'] })];
    const { body } = await merge(walt, one.id, other.id);
    await walt.client.call(saveCustomer, {
      params: { customerId: one.id },
      body: { version: body.version, ...formOf(body), lastName: 'Married' },
    });
    await walt.client.call(addEntry, {
      params: { customerId: other.id },
      body: {
        clientId: crypto.randomUUID(),
        store: 'ford',
        kind: 'note',
        body: 'By the old number',
      },
    });
    const late = await walt.client.call(saveCustomer, {
      params: { customerId: other.id },
      body: { version: other.version, ...formOf(other), lastName: 'Outdated' },
    });
    expect(late).toMatchObject({
      status: 409,
      body: { error: 'This customer has already been merged.' },
    });
    await undo(walt, mergeIdOf(body));
    expect(await fetchRecord(one.id)).toMatchObject({
      lastName: 'Married',
      tags: [],
      phones: one.phones,
    });
    expect(await fetchRecord(other.id)).toMatchObject({
      lastName: other.lastName,
      tags: ['Lease'],
    });
    const lines = (await walt.client.call(listTimeline, { params: { customerId: one.id } })).body;
    expect(lines.map(({ kind }) => kind)).toEqual(['unmerge', 'note', 'merge']);
  });

  test('have both opted out of what either opted out of before the merge is undone', async () => {
    const [one, other] = [await add(walt), await add(walt)];
    const consent = (granted: boolean, channel: 'text' | 'email' | 'call') =>
      walt.client.call(setConsent, {
        params: { customerId: other.id },
        body: {
          clientId: crypto.randomUUID(),
          channel,
          topic: 'marketing',
          granted,
          source: 'in_person',
        },
      });
    await consent(true, 'text');
    await consent(true, 'email');
    const { body } = await merge(walt, one.id, other.id);
    await consent(false, 'text');
    await consent(true, 'text');
    await consent(false, 'email');
    await consent(true, 'call');
    await walt.client.call(saveCustomer, {
      params: { customerId: one.id },
      body: { version: body.version, ...formOf(body), doNotContact: true },
    });
    await undo(walt, mergeIdOf(body));
    const [kept, restored] = [await fetchRecord(one.id), await fetchRecord(other.id)];
    const consentsOf = ({ consents }: CustomerRecord) =>
      consents.map(({ channel, granted }) => [channel, granted]);
    expect([kept, restored].map(({ doNotContact }) => doNotContact)).toEqual([true, true]);
    expect(consentsOf(kept)).toEqual([
      ['call', true],
      ['email', false],
      ['text', true],
    ]);
    expect(consentsOf(restored)).toEqual([
      ['email', false],
      ['text', true],
    ]);
  });

  test('of nested merges are undone latest first', async () => {
    const [a, b, c] = [(await add(walt)).id, (await add(walt)).id, (await add(walt)).id];
    const inner = mergeIdOf((await merge(walt, b, c)).body);
    const outer = mergeIdOf((await merge(walt, a, b)).body);
    expect((await fetchRecord(c)).id).toBe(a);
    const early = await undo(walt, inner);
    expect([early.status, early.body]).toMatchObject([
      409,
      { error: expect.stringContaining('Undo the later') },
    ]);
    expect((await undo(walt, outer)).status).toBe(200);
    expect([(await fetchRecord(c)).id, (await fetchRecord(a)).id]).toEqual([b, a]);
    expect((await undo(walt, inner)).status).toBe(200);
    expect((await undo(walt, inner)).status).toBe(409);
    expect((await fetchRecord(c)).id).toBe(c);
  });

  test('are merged once when both directions run concurrently', async () => {
    const [one, other] = [await add(walt), await add(walt)];
    const responses = await Promise.all([
      merge(walt, one.id, other.id),
      merge(walt, other.id, one.id),
    ]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('are found through each other by a change that waited for the merge', async () => {
    const [one, other] = [await add(walt), await add(walt)];
    const { db } = stage.platform;
    // In an object, because the call ends only after COMMIT.
    const { logging } = await db.transaction().execute(async (tx) => {
      await sql`select from customers where id = ${other.id} for no key update`.execute(tx);
      const waiting = walt.client.call(addEntry, {
        params: { customerId: other.id },
        body: { clientId: crypto.randomUUID(), store: 'ford', kind: 'note', body: 'Late' },
      });
      await eventually(async () => {
        const { rows } = await sql`select from pg_stat_activity
          where wait_event_type = 'Lock' and query like '%no key update of c%'`.execute(db);
        return rows.length > 0;
      });
      await sql`update customers set survivor_id = ${one.id}, merged_into_id = ${one.id}
        where id = ${other.id}`.execute(tx);
      return { logging: waiting };
    });
    expect((await logging).status).toBe(201);
    const { rows } = await sql`select customer_id from customer_entries
      where customer_id in (${one.id}, ${other.id})`.execute(db);
    expect(rows).toEqual([{ customer_id: one.id }]);
  });

  test('require a manager, two different records, and current versions', async () => {
    const nora = await stage.addEmployee();
    const [one, other] = [await add(walt), await add(walt)];
    const refused = await merge(nora, one.id, other.id);
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { error: 'Only managers may merge customers.' },
    ]);
    expect((await merge(walt, one.id, one.id)).status).toBe(400);
    const stale = await walt.client.call(mergeCustomers, {
      params: { customerId: one.id },
      body: { otherId: other.id, version: one.version, otherVersion: other.version + 1 },
    });
    expect(stale).toMatchObject({
      status: 409,
      body: { error: 'Someone else changed this customer. Reload and try again.' },
    });
    expect((await undo(nora, 1)).status).toBe(403);
    expect((await undo(walt, 2_000_000_000)).status).toBe(404);
  });
});

test('duplicates are listed with reasons until merged or dismissed', async () => {
  const home = [{ line1: '9 Elm', city: 'Salina', state: 'KS', zip: '67401' }];
  const one = await add(walt, {
    firstName: 'Bartholomew',
    lastName: 'Ficklewood',
    addresses: home,
  });
  const similar = await add(walt, {
    firstName: 'Bartholomew',
    lastName: 'Fickelwood',
    addresses: home,
  });
  const [{ address } = { address: '' }] = one.emails;
  const same = await add(walt, {
    emails: [{ address }],
    phones: [{ number: one.phones[0]?.e164, kind: 'home' }],
  });
  const pairs = async () =>
    (await walt.client.call(listDuplicates, { query: { customerId: one.id } })).body.map(
      ({ second, reasons }) => [second.id, reasons],
    );
  expect(await pairs()).toEqual([
    [similar.id, ['name']],
    [same.id, ['email', 'phone']],
  ]);
  const pair = { firstId: similar.id, secondId: one.id };
  expect((await walt.client.call(dismissDuplicate, { body: pair })).status).toBe(200);
  const { body } = await merge(walt, one.id, same.id);
  expect(await pairs()).toEqual([]);
  await undo(walt, mergeIdOf(body));
  expect(await pairs()).toEqual([[same.id, ['email', 'phone']]]);
});

test('the survivor of a merge is a duplicate of those who share what it took over, until that is undone', async () => {
  const phones = [{ number: '(212) 555-9801', kind: 'home' as const }];
  const [one, other] = [await add(walt), await add(walt, { phones })];
  const third = await add(walt, { phones });
  const pairs = async (customerId: number) =>
    (await walt.client.call(listDuplicates, { query: { customerId } })).body.map(
      ({ first, second }) => [first.id, second.id],
    );
  const { body } = await merge(walt, one.id, other.id);
  expect(await pairs(one.id)).toEqual([[one.id, third.id]]);
  await undo(walt, mergeIdOf(body));
  expect(await pairs(one.id)).toEqual([]);
  expect(await pairs(other.id)).toEqual([[other.id, third.id]]);
});
