import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Employed } from '../../admin/test/office.ts';
import { getDeliveryText, listDeliveries } from '../contract/settings.ts';
import { getRaw } from '../contract.ts';
import { forgetMessages, rawKeptDays } from '../server/adf/deliveries.ts';
import { addKeyed, openStage, type Stage } from './showroom.ts';

let stage: Stage;
let manager: Employed;
let source: { id: number; key: string };
beforeAll(async () => {
  stage = await openStage();
  manager = await stage.employ({ role: 'manager' });
  source = await addKeyed(stage.keeper);
});
afterAll(() => stage.stop());

const submit = (body: string) =>
  stage.client().raw('POST', '/api/leads/adf', {
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
  return (await stage.keeper.client.call(listDeliveries, { params })).body[0]?.id ?? 0;
};
const textOf = ({ client }: Employed, deliveryId: number, sourceId = source.id) =>
  client.call(getDeliveryText, { params: { sourceId, deliveryId } });
const rawOf = (leadId: number) => manager.client.call(getRaw, { params: { leadId } });
/** Backdates a delivery. */
const age = (id: number, days: number) =>
  sql`update lead_deliveries set at = now() - make_interval(days => ${days}::integer)
    where id = ${id}`.execute(stage.platform.db);

describe('a message', () => {
  test('that was rejected can be read with access to sources', async () => {
    const message = '<adf><prospect><id>broken</id>';
    expect((await submit(message)).status).toBe(400);
    const id = await latest();
    expect((await textOf(stage.keeper, id)).body).toEqual({ text: message });
    expect((await textOf(manager, id)).status).toBe(403);
    const elsewhere = await addKeyed(stage.keeper);
    expect((await textOf(stage.keeper, id, elsewhere.id)).status).toBe(404);
  });

  test('that was accepted is readable only with its lead', async () => {
    const message = prospect('taken');
    const { body } = await submit(message);
    expect((await textOf(stage.keeper, await latest())).status).toBe(404);
    expect((await rawOf(body.leads[0].leadId)).body).toEqual({ text: message });
  });

  test('is erased when it expires, but its delivery record stays', async () => {
    await submit('<adf><prospect><id>old</id>');
    const refused = await latest();
    const { body } = await submit(prospect('old'));
    const [{ leadId }] = body.leads;
    const old = await latest();
    const young = (await submit(prospect('young'))).body.leads[0].leadId;
    await age(await latest(), rawKeptDays - 1);
    await age(refused, rawKeptDays + 1);
    await age(old, rawKeptDays + 1);
    await forgetMessages(stage.platform.db);
    expect((await textOf(stage.keeper, refused)).status).toBe(404);
    expect(await rawOf(leadId)).toMatchObject({
      ...{ status: 404, body: { error: 'This message is no longer stored.' } },
    });
    expect((await rawOf(young)).body.text).toContain('young@mail.example.com');
    const params = { sourceId: source.id };
    const listed = (await stage.keeper.client.call(listDeliveries, { params })).body;
    expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining([refused, old]));
    // Sent again, it still matches the same lead.
    expect((await submit(prospect('old'))).body.leads[0]).toEqual({ leadId, outcome: 'updated' });
  });
});
