import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import {
  changeSource,
  createSourceKey,
  listDeliveries,
  listSources,
} from '../contract/settings.ts';
import { getRaw, listLeads } from '../contract.ts';
import {
  addCustomer,
  addSourceWithKey,
  changeRouting,
  fetchLead,
  type LeadStage,
  openLeadStage,
} from './stage.ts';

let stage: LeadStage;
let seller: StageUser;
let manager: StageUser;
let source: { id: number; key: string };

beforeAll(async () => {
  stage = await openLeadStage();
  seller = await stage.addEmployee();
  manager = await stage.addEmployee({ role: 'manager' });
  source = await addSourceWithKey(stage.sourceManager);
  await changeRouting(manager, { memberIds: [seller.id] });
});
afterAll(() => stage.stop());

const fixture = (name: string) =>
  fs.readFileSync(path.join(import.meta.dirname, 'adf', name), 'utf8');

/** Sent by a program, without a cookie. */
const submit = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
  stage.client().raw('POST', '/api/leads/adf', {
    body,
    headers: {
      'content-type': 'application/x-adf+xml',
      authorization: `Bearer ${source.key}`,
      ...headers,
    },
  });

async function accepted(body: string, type?: string) {
  const response = await submit(body, type ? { 'content-type': type } : {});
  expect([response.status, response.body.error]).toEqual([200, undefined]);
  return response.body.leads as { leadId: number; outcome: string }[];
}
const only = async (body: string, type?: string) => {
  const [first, ...others] = await accepted(body, type);
  expect(others).toEqual([]);
  return { outcome: first?.outcome, lead: (await fetchLead(seller, first?.leadId ?? 0)).body };
};
const deliveries = async () =>
  (await stage.sourceManager.client.call(listDeliveries, { params: { sourceId: source.id } })).body;
const leadsOf = async () =>
  (await seller.client.call(listLeads, { query: { sourceId: source.id, limit: 100 } })).body;

/** A prospect with this contact. */
const prospect = (id: string, contact: string, vehicle = '') =>
  `<adf><prospect><id>${id}</id>${vehicle}<customer><contact>${contact}</contact></customer></prospect></adf>`;

describe('a submitted lead', () => {
  test('is complete: customer, vehicles, trade-in, comments and assignee', async () => {
    const socket = await seller.client.socket();
    const { lead, outcome } = await only(fixture('plain.xml'));
    expect(await socket.next('lead_changed')).toEqual({ id: lead.id, store: 'ford' });
    socket.close();
    expect(outcome).toBe('created');
    expect(lead).toMatchObject({
      store: 'ford',
      status: 'new',
      type: 'internet',
      source: { id: source.id },
      customer: { name: 'Marisol Tavenner' },
      interest: '2022 Ford Escape SEL',
      assignee: { id: seller.id },
      answeredAt: null,
      clock: { isLate: false, dueAt: expect.any(String) },
      phones: ['+13165550187'],
      emails: ['marisol.tavenner@example.com'],
      trade: { year: 2015, make: 'Honda', model: 'CR-V', vin: '2HKRM4H75FH641234', miles: 100_000 },
    });
    expect(lead.interests).toEqual([
      expect.objectContaining({ vehicleId: null, condition: 'used', stockNumber: 'NONE77' }),
    ]);
    expect(lead.comments.split('\n')).toEqual([
      'Is <it> still there & what does it cost?',
      'Time frame: Within a month',
      'Blue & clean, please',
      'Contact info not recognized: 12',
    ]);
    expect(lead.events.map(({ data, by }) => [data.kind, by])).toEqual([
      ['assigned', null],
      ['received', null],
    ]);
    const { rows } = await sql<{ zip: string }>`select zip from customer_addresses
      where customer_id = ${lead.customer.id}`.execute(stage.platform.db);
    expect(rows).toEqual([{ zip: '01202' }]);
  });

  test('is added once, also on concurrent repeats', async () => {
    const before = await leadsOf();
    const repeats = await Promise.all(
      Array.from({ length: 6 }, () => accepted(fixture('plain.xml'))),
    );
    expect(new Set(repeats.flat().map(({ outcome }) => outcome))).toEqual(new Set(['repeated']));
    const fresh = prospect('AF-1', '<name part="full">Zelda Ames</name><phone>3165550191</phone>');
    const both = (await Promise.all([1, 2, 3, 4].map(() => accepted(fresh)))).flat();
    expect(new Set(both.map(({ leadId }) => leadId)).size).toBe(1);
    expect(both.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
    expect(await leadsOf()).toHaveLength(before.length + 1);
  });

  test('is updated by a changed message, not duplicated', async () => {
    const before = await leadsOf();
    const { lead, outcome } = await only(fixture('resend.xml'));
    expect([outcome, lead.interest]).toEqual(['updated', '2022 Ford Escape Titanium']);
    expect(lead.events[0]?.data).toEqual({ kind: 'resent' });
    expect((await leadsOf()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    const raw = await manager.client.call(getRaw, { params: { leadId: lead.id } });
    expect(raw.body.text).toBe(fixture('resend.xml'));
  });

  test('is found in the text of an email', async () => {
    const { lead } = await only(fixture('mail.txt'), 'text/plain; charset=utf-8');
    expect(lead).toMatchObject({
      customer: { name: 'Thaddeus Quillon' },
      interest: '2025 Ford Maverick',
      phones: ['+13165550188'],
    });
  });

  test('can share a message with others', async () => {
    const leads = await accepted(fixture('two.xml'), 'application/xml');
    const seen = await Promise.all(leads.map(({ leadId }) => fetchLead(seller, leadId)));
    expect(seen.map(({ body }) => [body.customer.name, body.interest])).toEqual([
      ['Ottoline Braddock', 'Ford F-150'],
      ['Braddock Farms', 'Ford Explorer'],
    ]);
    for (const { leadId } of leads) {
      const raw = await manager.client.call(getRaw, { params: { leadId } });
      expect(raw.body.text).toBe(fixture('two.xml'));
    }
    expect((await accepted(fixture('two.xml'))).map(({ outcome }) => outcome)).toEqual([
      'repeated',
      'repeated',
    ]);
  });

  test('may use uppercase tag names', async () => {
    const { lead } = await only(fixture('cases.xml'), 'text/xml');
    expect(lead).toMatchObject({
      customer: { name: 'Ignatius Fairweather' },
      interest: '2026 Ford Bronco',
      interests: [expect.objectContaining({ condition: 'new' })],
    });
  });

  test('belongs to the customer with the same phone or email at this store only', async () => {
    const known = await addCustomer(seller, 'ford', {
      phones: [{ number: '3165550192', kind: 'mobile' }],
      emails: [{ address: 'known@example.org' }],
    });
    const byPhone = prospect('K-1', '<name part="full">O. W.</name><phone>(316) 555 0192</phone>');
    expect((await only(byPhone)).lead.customer).toEqual({ id: known.id, name: known.name });
    const byMail = prospect('K-2', '<name part="full">O</name><email>KNOWN@example.org</email>');
    expect((await only(byMail)).lead.customer.id).toBe(known.id);
    const hyundai = await stage.addEmployee({ storeAccess: ['hyundai'] });
    const otherCustomer = await addCustomer(hyundai, 'hyundai', {
      phones: [{ number: '3165550193', kind: 'mobile' }],
    });
    const name = '<name part="full">Una Far</name>';
    const { lead } = await only(prospect('K-3', `${name}<phone>316 555 0193</phone>`));
    expect(lead.customer.id).not.toBe(otherCustomer.id);
  });

  test('is linked to a stock vehicle of its store only', async () => {
    const { rows } = await sql<{ id: number; stock_number: string; store: string; vin: string }>`
      select distinct on (store) id, stock_number, store, vin from stock_vehicles where in_stock
      order by store, id`.execute(stage.platform.db);
    const named = async (store: string) => {
      const car = rows.find((one) => one.store === store);
      const vehicle = `<vehicle><stock>${car?.stock_number}</stock></vehicle>`;
      const contact = `<name part="full">Car ${store}</name><email>${store}@example.com</email>`;
      const { lead } = await only(prospect(`V-${store}`, contact, vehicle));
      return { lead, car };
    };
    const fordLead = await named('ford');
    expect(fordLead.lead.interests[0]).toMatchObject({
      vehicleId: fordLead.car?.id,
      vin: fordLead.car?.vin,
    });
    expect(fordLead.lead.interest).toMatch(/^\d{4} \w+/);
    expect((await named('hyundai')).lead.interests[0]?.vehicleId).toBeNull();
  });

  test('is decoded in its encoding', async () => {
    const message = prospect(
      'L-1',
      '<name part="full">José Peña</name><email>j@example.com</email>',
    );
    const latin = Buffer.from(message, 'latin1');
    const response = await submit(latin);
    const lead = await fetchLead(seller, response.body.leads[0].leadId);
    expect(lead.body.customer.name).toBe('José Peña');
    const signs = prospect(
      'L-2',
      '<name part="full">An&#233; &#x4f;&apos;Hara</name><email>a@example.com</email>',
    );
    expect((await only(signs)).lead.customer.name).toBe("Ané O'Hara");
  });
});

describe('an invalid message', () => {
  const contact = '<name part="full">No Body</name>';
  const refused: [string, () => string, RegExp][] = [
    [
      'with a document type',
      () => fixture('doctype.xml'),
      /^Line 2: document types are not allowed\.$/,
    ],
    ['with an entity bomb', () => fixture('bomb.xml'), /^Line 2: document types/],
    ['with an unknown entity', () => prospect('R-1', '<name>A&nbsp;B</name>'), /^Line 1: .*&nbsp;/],
    ['with broken XML', () => fixture('broken.xml'), /^Line 4: .*contact/],
    ['that is truncated', () => '<adf>\n<prospect>', /^Line 1: an element is not closed\.$/],
    ['without ADF', () => 'Hello, is it still there?', /no ADF/],
    ['that is empty', () => '', /no ADF/],
    ['without a prospect', () => '<adf></adf>', /no prospect/],
    ['without phone or email', () => prospect('R-2', contact), /^Prospect 1: .*neither/],
    ['without a name', () => prospect('R-3', '<email>a@example.com</email>'), /no name/],
    ['with deep nesting', () => `<adf>${'<a>'.repeat(9_000)}${'</a>'.repeat(9_000)}</adf>`, /./],
    ['with a reserved name', () => prospect('R-4', '<__proto__>x</__proto__>'), /./],
  ];
  test.each(refused)('%s is rejected with a reason, and stored', async (_, body, sentence) => {
    const [before, delivered] = [await leadsOf(), await deliveries()];
    const response = await submit(body());
    expect([response.status, response.body.code]).toEqual([400, 'invalid']);
    expect(response.body.error).toMatch(sentence);
    expect(await leadsOf()).toHaveLength(before.length);
    const [latest, ...rest] = await deliveries();
    expect(latest).toMatchObject({
      outcome: 'refused',
      leadId: null,
      problem: response.body.error,
    });
    expect(rest).toHaveLength(Math.min(delivered.length, 49));
  });

  test('with one invalid prospect adds none', async () => {
    const oneInvalid = fixture('two.xml')
      .replaceAll('AF-300', 'AF-800')
      .replace('<phone>3165550189</phone>', '');
    const before = await leadsOf();
    const response = await submit(oneInvalid);
    expect([response.status, response.body.error]).toEqual([
      400,
      expect.stringMatching(/^Prospect 2/),
    ]);
    expect(await leadsOf()).toHaveLength(before.length);
  });

  test('that is too large or of another type is rejected', async () => {
    const tooLarge = `<adf>${' '.repeat(256 * 1024)}</adf>`;
    expect((await submit(tooLarge)).status).toBe(413);
    expect((await submit(' '.repeat(2_000_000))).status).toBe(413);
    expect((await submit('{}', { 'content-type': 'application/json' })).status).toBe(415);
  });

  test('with NUL characters is cleaned', async () => {
    const message = prospect('N-1', '<name part="full">Nu\0l A</name><email>n@example.com</email>');
    expect((await only(message)).lead.customer.name).toBe('Nul A');
  });
});

describe('the key', () => {
  test('is required, and valid until it is replaced or the source is deactivated', async () => {
    const body = prospect('Key-1', '<name part="full">Kay</name><email>kay@example.com</email>');
    const own = await addSourceWithKey(stage.sourceManager);
    const by = (authorization: string) => submit(body, { authorization });
    expect((await by('')).status).toBe(401);
    expect((await by(`Bearer fcl_${'A'.repeat(43)}`)).status).toBe(401);
    expect((await by(`Basic ${own.key}`)).status).toBe(401);
    expect((await by(`Bearer ${own.key}`)).status).toBe(200);
    const params = { sourceId: own.id };
    const next = await stage.sourceManager.client.call(createSourceKey, { params });
    expect((await by(`Bearer ${own.key}`)).status).toBe(401);
    expect((await by(`Bearer ${next.body.key}`)).status).toBe(200);
    await stage.sourceManager.client.call(changeSource, {
      params,
      body: { name: 'Over', isActive: false },
    });
    expect((await by(`Bearer ${next.body.key}`)).status).toBe(403);
    const { rows } = await sql`select 1 from lead_sources
      where encode(key_hash, 'escape') like ${`%${next.body.key}%`}`.execute(stage.platform.db);
    expect(rows).toEqual([]);
  });

  test('is created only with access to the connectors of the store', async () => {
    const hyundai = await stage.addEmployee({
      storeAccess: ['hyundai'],
      pagePermissions: ['customer_management', 'system_connectors'],
    });
    const params = { sourceId: source.id };
    const call = async ({ client }: StageUser) => [
      (await client.call(createSourceKey, { params })).status,
      (await client.call(listDeliveries, { params })).status,
      (await client.call(changeSource, { params, body: { name: 'Mine', isActive: true } })).status,
    ];
    expect(await call(hyundai)).toEqual([404, 404, 404]);
    expect(await call(manager)).toEqual([403, 403, 403]);
    const names = async ({ client }: StageUser) => (await client.call(listSources)).body;
    expect((await names(hyundai)).filter(({ id }) => id === source.id)).toEqual([]);
    const [mine] = (await names(seller)).filter(({ id }) => id === source.id);
    expect(mine).toMatchObject({ hasKey: true, isActive: true, store: 'ford' });
    expect(mine?.received).toBeGreaterThan(5);
    expect(mine?.refused).toBeGreaterThan(5);
    expect(JSON.stringify(mine)).not.toContain('fcl_');
  });
});
