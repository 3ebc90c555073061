import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { carSource, fillCars, kona, truck } from '../../records/test/cars.ts';
import { lastEight } from '../../vin/contract.ts';
import { deleteMessage, editMessage } from '../contract/changes.ts';
import { listRecordMentions, openRecordChannel, recordOfChannel } from '../contract/records.ts';
import { insertChannel } from './channelRows.ts';
import { change, dm, idOf, post, postText } from './chatCalls.ts';

let forecourt: TestForecourt;
let admin: Client;
let tyler: Client;
let tylerId: number;

const rights = {
  store_access: ['ford'],
  page_permissions: ['fleet_operations'],
  feature_permissions: ['view_data'],
};

beforeAll(async () => {
  forecourt = await startForecourt({ records: carSource });
  fillCars();
  admin = await forecourt.signIn('admin');
  tyler = await forecourt.signIn('tyler.boone');
  tylerId = await idOf(forecourt, 'tyler.boone');
  await change(forecourt, tylerId, rights);
});
afterAll(() => forecourt.stop());

const mentionsOf = (client: Client, id = truck.id, after?: string) =>
  client.call(listRecordMentions, {
    params: { kind: 'vehicle', id },
    query: after ? { after } : {},
  });
const messagesOf = async (client: Client, id = truck.id) =>
  (await mentionsOf(client, id)).body.mentions.map(({ messageId }) => messageId);
const waitUntilListed = (client: Client, messageId: string, id = truck.id) =>
  eventually(async () => (await messagesOf(client, id)).includes(messageId));
const waitUntilUnlisted = (client: Client, messageId: string, id = truck.id) =>
  eventually(async () => !(await messagesOf(client, id)).includes(messageId));

describe('mentions of a record', () => {
  test('are found by all its names, latest first, with its card', async () => {
    const texts = [
      `Who has the keys of ${truck.vin.toLowerCase()}?`,
      `VIN …${lastEight(truck.vin)} is at the wash`,
      `STK ${truck.stock} sold`,
    ];
    const ids: string[] = [];
    for (const text of texts) ids.unshift((await post(admin, 'sales', { content: text })).id);
    await waitUntilListed(tyler, ids[0] ?? '');
    const { body } = await mentionsOf(tyler);
    expect(body.card).toMatchObject({ title: truck.title, ref: { kind: 'vehicle', id: truck.id } });
    expect(body.mentions.map(({ messageId }) => messageId).slice(0, 3)).toEqual(ids);
    expect(body.mentions[0]).toMatchObject({
      channelId: 'sales',
      channelName: 'Sales',
      excerpt: texts[2],
    });
  });

  test('do not show customer data', async () => {
    const content = `STK ${truck.stock}: her SSN is 536-22-8126, call her at 410-555-0134`;
    const { id } = await post(admin, 'sales', { content, acceptsSensitive: true });
    await waitUntilListed(tyler, id);
    const { mentions } = (await mentionsOf(tyler)).body;
    const shown = mentions.find(({ messageId }) => messageId === id)?.excerpt;
    expect(shown).toBe(content.replace('536-22-8126', '•'.repeat(11)));
  });

  test('follow edits and deletion', async () => {
    const message = await post(tyler, 'sales', { content: 'Nothing of note' });
    const target = { params: { channelId: 'sales', messageId: message.id } };
    await tyler.call(editMessage, { ...target, body: { content: `Look at ${truck.vin}` } });
    await waitUntilListed(tyler, message.id);
    await tyler.call(editMessage, { ...target, body: { content: `I mean ${kona.vin}` } });
    await waitUntilUnlisted(tyler, message.id);
    await change(forecourt, tylerId, { ...rights, store_access: ['all'] });
    await waitUntilListed(tyler, message.id, kona.id);
    await tyler.call(deleteMessage, target);
    expect(await messagesOf(tyler, kona.id)).not.toContain(message.id);
    await change(forecourt, tylerId, rights);
  });

  test('are shown only to people who can read the message', async () => {
    const adminId = await idOf(forecourt, 'admin');
    const managerId = await idOf(forecourt, 'manager');
    const privateId = await insertChannel(forecourt, 'private', ['admin']);
    const open = await insertChannel(forecourt, 'public', ['admin']);
    const content = `About ${truck.vin}`;
    const hidden = await Promise.all(
      [privateId, 'management', dm(adminId, managerId)].map((id) => post(admin, id, { content })),
    );
    const shown = await Promise.all(
      [open, dm(adminId, tylerId)].map((id) => post(admin, id, { content })),
    );
    for (const { id } of [...hidden, ...shown]) await waitUntilListed(admin, id);
    const seen = await messagesOf(tyler);
    expect(seen).toEqual(expect.arrayContaining(shown.map(({ id }) => id)));
    for (const { id } of hidden) expect(seen).not.toContain(id);
  });

  test('in a forbidden record’s conversation are hidden from people who cannot read it', async () => {
    const request = { params: { kind: 'vehicle' as const, id: kona.id } };
    const { body: channel } = await admin.call(openRecordChannel, request);
    const swap = await post(admin, channel.id, { content: `Swap it for ${truck.vin}` });
    await waitUntilListed(admin, swap.id);
    expect(await messagesOf(tyler)).not.toContain(swap.id);
    await change(forecourt, tylerId, { ...rights, store_access: ['ford', 'hyundai'] });
    expect(await messagesOf(tyler)).toContain(swap.id);
    await change(forecourt, tylerId, rights);
  });

  test('in its own conversation are not listed with it', async () => {
    const params = { kind: 'vehicle' as const, id: truck.id };
    const { body: channel } = await tyler.call(openRecordChannel, { params });
    const own = await post(tyler, channel.id, { content: `This one: ${truck.vin}` });
    const other = await post(tyler, 'sales', { content: `That one: ${truck.vin}` });
    await waitUntilListed(tyler, other.id);
    expect(await messagesOf(tyler)).not.toContain(own.id);
  });

  test('come in pages', async () => {
    for (let index = 0; index < 25; index += 1) {
      await change(forecourt, tylerId, rights);
      const response = await postText(
        index % 2 ? admin : tyler,
        'service',
        `RO 1, STK ${truck.stock}`,
      );
      expect(response.status).toBe(201);
      if (index === 24) await waitUntilListed(tyler, response.body.id);
    }
    const first = (await mentionsOf(tyler)).body;
    expect([first.mentions.length, first.hasMore]).toEqual([20, true]);
    const second = (await mentionsOf(tyler, truck.id, first.mentions.at(-1)?.messageId)).body;
    const all = [...first.mentions, ...second.mentions];
    expect(new Set(all.map(({ messageId }) => messageId)).size).toBe(all.length);
    const times = all.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().reverse());
  });

  test('are hidden from people who cannot see the record', async () => {
    expect((await mentionsOf(tyler, kona.id)).status).toBe(404);
    expect((await mentionsOf(tyler, '99')).status).toBe(404);
    await change(forecourt, tylerId, { ...rights, feature_permissions: [] });
    expect((await mentionsOf(tyler)).status).toBe(404);
    await change(forecourt, tylerId, rights);
    expect((await mentionsOf(tyler)).status).toBe(200);
  });
});

test('a channel’s id names its record, and nothing else does', () => {
  expect(recordOfChannel('rec-vehicle-1')).toEqual({ kind: 'vehicle', id: '1' });
  expect(recordOfChannel('rec-repair-order-10-4a')).toEqual({ kind: 'repair_order', id: '10-4a' });
  for (const id of ['sales', 'dm-1-2', 'rec-boat-1', 'rec-vehicle-', 'rec-deal--1', 'c-1']) {
    expect(recordOfChannel(id)).toBeNull();
  }
});
