import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Employed } from '../../admin/test/office.ts';
import { getDeliveryText, listDeliveries } from '../contract/settings.ts';
import { getRaw } from '../contract.ts';
import { forgetMessages, rawKeptDays } from '../server/adf/forget.ts';
import { addKeyed, openShowroom, type Showroom } from './showroom.ts';

let room: Showroom;
let manager: Employed;
let source: { id: number; key: string };
beforeAll(async () => {
  room = await openShowroom();
  manager = await room.employ({ role: 'manager' });
  source = await addKeyed(room.keeper);
});
afterAll(() => room.stop());

const handIn = (body: string) =>
  room.client().raw('POST', '/api/leads/adf', {
    body,
    headers: {
      'content-type': 'application/x-adf+xml',
      authorization: `Bearer ${source.key}`,
    },
  });
const prospect = (id: string) =>
  `<adf><prospect><id>${id}</id><customer><contact><name>Odalys Wren</name><email>${id}@mail.example.com</email></contact></customer></prospect></adf>`;
const latest = async () => {
  const params = { sourceId: source.id };
  return (await room.keeper.client.call(listDeliveries, { params })).body[0]?.id ?? 0;
};
const textOf = ({ client }: Employed, deliveryId: number, sourceId = source.id) =>
  client.call(getDeliveryText, { params: { sourceId, deliveryId } });
const rawOf = (leadId: number) => manager.client.call(getRaw, { params: { leadId } });
/** As if it had come so many days ago. */
const age = (id: number, days: number) =>
  sql`update lead_deliveries set at = now() - make_interval(days => ${days}::integer)
    where id = ${id}`.execute(room.platform.db);

describe('a message', () => {
  test('that was refused is told word for word to who may manage sources', async () => {
    const words = '<adf><prospect><id>broken</id>';
    expect((await handIn(words)).status).toBe(400);
    const id = await latest();
    expect((await textOf(room.keeper, id)).body).toEqual({ text: words });
    expect((await textOf(manager, id)).status).toBe(403);
    const elsewhere = await addKeyed(room.keeper);
    expect((await textOf(room.keeper, id, elsewhere.id)).status).toBe(404);
  });

  test('that was taken is told with its lead, not here', async () => {
    const words = prospect('taken');
    const { body } = await handIn(words);
    expect((await textOf(room.keeper, await latest())).status).toBe(404);
    expect((await rawOf(body.leads[0].leadId)).body).toEqual({ text: words });
  });

  test('is emptied when its time is over, and that it came stays', async () => {
    await handIn('<adf><prospect><id>old</id>');
    const refused = await latest();
    const { body } = await handIn(prospect('old'));
    const [{ leadId }] = body.leads;
    const old = await latest();
    const young = (await handIn(prospect('young'))).body.leads[0].leadId;
    await age(await latest(), rawKeptDays - 1);
    await age(refused, rawKeptDays + 1);
    await age(old, rawKeptDays + 1);
    await forgetMessages(room.platform.db);
    expect((await textOf(room.keeper, refused)).status).toBe(404);
    expect(await rawOf(leadId)).toMatchObject({
      ...{ status: 404, body: { error: 'The words of this message are no longer kept.' } },
    });
    expect((await rawOf(young)).body.text).toContain('young@mail.example.com');
    const params = { sourceId: source.id };
    const listed = (await room.keeper.client.call(listDeliveries, { params })).body;
    expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining([refused, old]));
    // Sent once more, it is the same lead.
    expect((await handIn(prospect('old'))).body.leads[0]).toEqual({ leadId, outcome: 'updated' });
  });
});
