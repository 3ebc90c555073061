import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { getDeliveryText, listDeliveries } from '../contract/settings.ts';
import { getRaw } from '../contract.ts';
import { forgetMessages, rawKeptDays } from '../server/adf/deliveries.ts';
import { addSourceWithKey, type LeadStage, openLeadStage } from './stage.ts';

let stage: LeadStage;
let manager: StageUser;
let source: { id: number; key: string };
beforeAll(async () => {
  stage = await openLeadStage();
  manager = await stage.addEmployee({ role: 'manager' });
  source = await addSourceWithKey(stage.sourceManager);
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
  return (await stage.sourceManager.client.call(listDeliveries, { params })).body[0]?.id ?? 0;
};
const textOf = ({ client }: StageUser, deliveryId: number, sourceId = source.id) =>
  client.call(getDeliveryText, { params: { sourceId, deliveryId } });
const rawOf = (leadId: number) => manager.client.call(getRaw, { params: { leadId } });
/** Backdates a delivery. */
const backdate = (id: number, days: number) =>
  sql`update lead_deliveries set at = now() - make_interval(days => ${days}::integer)
    where id = ${id}`.execute(stage.platform.db);

describe('a message', () => {
  test('that was rejected can be read with access to sources', async () => {
    const message = '<adf><prospect><id>broken</id>';
    expect((await submit(message)).status).toBe(400);
    const id = await latest();
    expect((await textOf(stage.sourceManager, id)).body).toEqual({ text: message });
    expect((await textOf(manager, id)).status).toBe(403);
    const otherSource = await addSourceWithKey(stage.sourceManager);
    expect((await textOf(stage.sourceManager, id, otherSource.id)).status).toBe(404);
  });

  test('that was accepted is readable only with its lead', async () => {
    const message = prospect('taken');
    const { body } = await submit(message);
    expect((await textOf(stage.sourceManager, await latest())).status).toBe(404);
    expect((await rawOf(body.leads[0].leadId)).body).toEqual({ text: message });
  });

  test('is erased when it expires, but its delivery record stays', async () => {
    await submit('<adf><prospect><id>old</id>');
    const refused = await latest();
    const { body } = await submit(prospect('old'));
    const [{ leadId }] = body.leads;
    const old = await latest();
    const young = (await submit(prospect('young'))).body.leads[0].leadId;
    await backdate(await latest(), rawKeptDays - 1);
    await backdate(refused, rawKeptDays + 1);
    await backdate(old, rawKeptDays + 1);
    await forgetMessages(stage.platform.db);
    expect((await textOf(stage.sourceManager, refused)).status).toBe(404);
    expect(await rawOf(leadId)).toMatchObject({
      status: 404,
      body: { error: 'This message is no longer stored.' },
    });
    expect((await rawOf(young)).body.text).toContain('young@mail.example.com');
    const params = { sourceId: source.id };
    const listed = (await stage.sourceManager.client.call(listDeliveries, { params })).body;
    expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining([refused, old]));
    // Sent again, it still matches the same lead.
    expect((await submit(prospect('old'))).body.leads[0]).toEqual({ leadId, outcome: 'updated' });
  });
});
