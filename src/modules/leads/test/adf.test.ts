import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Employed } from '../../admin/test/office.ts';
import { changeSource, listDeliveries, listSources, makeKey } from '../contract/settings.ts';
import { getRaw, listLeads } from '../contract.ts';
import { addCustomer, addKeyed, arrange, look, openShowroom, type Showroom } from './showroom.ts';

let room: Showroom;
let seller: Employed;
let manager: Employed;
let source: { id: number; key: string };

beforeAll(async () => {
  room = await openShowroom();
  seller = await room.employ();
  manager = await room.employ({ role: 'manager' });
  source = await addKeyed(room.keeper);
  await arrange(manager, { memberIds: [seller.id] });
});
afterAll(() => room.stop());

const fixture = (name: string) =>
  fs.readFileSync(path.join(import.meta.dirname, 'adf', name), 'utf8');

/** As a program sends it: without a cookie. */
const handIn = (body: string | Uint8Array, given: Record<string, string> = {}) =>
  room.client().raw('POST', '/api/leads/adf', {
    body,
    headers: {
      'content-type': 'application/x-adf+xml',
      authorization: `Bearer ${source.key}`,
      ...given,
    },
  });

async function taken(body: string, type?: string) {
  const answer = await handIn(body, type ? { 'content-type': type } : {});
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer.body.leads as { leadId: number; outcome: string }[];
}
const only = async (body: string, type?: string) => {
  const [first, ...others] = await taken(body, type);
  expect(others).toEqual([]);
  return { outcome: first?.outcome, lead: (await look(seller, first?.leadId ?? 0)).body };
};
const deliveries = async () =>
  (await room.keeper.client.call(listDeliveries, { params: { sourceId: source.id } })).body;
const leadsOf = async () =>
  (await seller.client.call(listLeads, { query: { sourceId: source.id, limit: 100 } })).body;

/** A prospect with this inside of its contact. */
const prospect = (id: string, contact: string, vehicle = '') =>
  `<adf><prospect><id>${id}</id>${vehicle}<customer><contact>${contact}</contact></customer></prospect></adf>`;

describe('a lead that is handed in', () => {
  test('is whole: customer, cars, trade, comments, and whose turn it is', async () => {
    const near = await seller.client.socket();
    const { lead, outcome } = await only(fixture('plain.xml'));
    expect(await near.next('lead_changed')).toEqual({ id: lead.id, store: 'ford' });
    near.close();
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
      'Given as: 12',
    ]);
    expect(lead.events.map(({ data, by }) => [data.kind, by])).toEqual([
      ['assigned', null],
      ['received', null],
    ]);
    const { rows } = await sql<{ zip: string }>`select zip from customer_addresses
      where customer_id = ${lead.customer.id}`.execute(room.platform.db);
    expect(rows).toEqual([{ zip: '01202' }]);
  });

  test('again in the same words is the same lead, also many times at once', async () => {
    const before = await leadsOf();
    const sends = await Promise.all(Array.from({ length: 6 }, () => taken(fixture('plain.xml'))));
    expect(new Set(sends.flat().map(({ outcome }) => outcome))).toEqual(new Set(['repeated']));
    const fresh = prospect('AF-1', '<name part="full">Zelda Ames</name><phone>3165550191</phone>');
    const both = (await Promise.all([1, 2, 3, 4].map(() => taken(fresh)))).flat();
    expect(new Set(both.map(({ leadId }) => leadId)).size).toBe(1);
    expect(both.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
    expect(await leadsOf()).toHaveLength(before.length + 1);
  });

  test('sent again otherwise is changed, not doubled', async () => {
    const before = await leadsOf();
    const { lead, outcome } = await only(fixture('resend.xml'));
    expect([outcome, lead.interest]).toEqual(['updated', '2022 Ford Escape Titanium']);
    expect(lead.events[0]?.data).toEqual({ kind: 'resent' });
    expect((await leadsOf()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    const raw = await manager.client.call(getRaw, { params: { leadId: lead.id } });
    expect(raw.body.text).toBe(fixture('resend.xml'));
  });

  test('in the text of a mail is found there', async () => {
    const { lead } = await only(fixture('mail.txt'), 'text/plain; charset=utf-8');
    expect(lead).toMatchObject({
      customer: { name: 'Thaddeus Quillon' },
      interest: '2025 Ford Maverick',
      phones: ['+13165550188'],
    });
  });

  test('with others in one message comes with all of them', async () => {
    const leads = await taken(fixture('two.xml'), 'application/xml');
    const seen = await Promise.all(leads.map(({ leadId }) => look(seller, leadId)));
    expect(seen.map(({ body }) => [body.customer.name, body.interest])).toEqual([
      ['Ottoline Braddock', 'Ford F-150'],
      ['Braddock Farms', 'Ford Explorer'],
    ]);
    for (const { leadId } of leads) {
      const raw = await manager.client.call(getRaw, { params: { leadId } });
      expect(raw.body.text).toBe(fixture('two.xml'));
    }
    expect((await taken(fixture('two.xml'))).map(({ outcome }) => outcome)).toEqual([
      'repeated',
      'repeated',
    ]);
  });

  test('may shout its names', async () => {
    const { lead } = await only(fixture('cases.xml'), 'text/xml');
    expect(lead).toMatchObject({
      customer: { name: 'Ignatius Fairweather' },
      interest: '2026 Ford Bronco',
      interests: [expect.objectContaining({ condition: 'new' })],
    });
  });

  test('of a customer who is known by number or e-mail is theirs; another store’s stays its own', async () => {
    const known = await addCustomer(seller, 'ford', {
      phones: [{ number: '3165550192', kind: 'mobile' }],
      emails: [{ address: 'known@example.org' }],
    });
    const byPhone = prospect('K-1', '<name part="full">O. W.</name><phone>(316) 555 0192</phone>');
    expect((await only(byPhone)).lead.customer).toEqual({ id: known.id, name: known.name });
    const byMail = prospect('K-2', '<name part="full">O</name><email>KNOWN@example.org</email>');
    expect((await only(byMail)).lead.customer.id).toBe(known.id);
    const far = await room.employ({ storeAccess: ['hyundai'] });
    const theirs = await addCustomer(far, 'hyundai', {
      phones: [{ number: '3165550193', kind: 'mobile' }],
    });
    const name = '<name part="full">Una Far</name>';
    const { lead } = await only(prospect('K-3', `${name}<phone>316 555 0193</phone>`));
    expect(lead.customer.id).not.toBe(theirs.id);
  });

  test('of a car of the store’s stock is tied to it, of another store’s not', async () => {
    const { rows } = await sql<{ id: number; stock_number: string; store: string; vin: string }>`
      select distinct on (store) id, stock_number, store, vin from vehicles where in_stock
      order by store, id`.execute(room.platform.db);
    const named = async (store: string) => {
      const car = rows.find((one) => one.store === store);
      const vehicle = `<vehicle><stock>${car?.stock_number}</stock></vehicle>`;
      const contact = `<name part="full">Car ${store}</name><email>${store}@example.com</email>`;
      const { lead } = await only(prospect(`V-${store}`, contact, vehicle));
      return { lead, car };
    };
    const ours = await named('ford');
    expect(ours.lead.interests[0]).toMatchObject({ vehicleId: ours.car?.id, vin: ours.car?.vin });
    expect(ours.lead.interest).toMatch(/^\d{4} \w+/);
    expect((await named('hyundai')).lead.interests[0]?.vehicleId).toBeNull();
  });

  test('is read in the letters it was written in', async () => {
    const words = prospect('L-1', '<name part="full">José Peña</name><email>j@example.com</email>');
    const latin = Buffer.from(words, 'latin1');
    const answer = await handIn(latin);
    const lead = await look(seller, answer.body.leads[0].leadId);
    expect(lead.body.customer.name).toBe('José Peña');
    const signs = prospect(
      'L-2',
      '<name part="full">An&#233; &#x4f;&apos;Hara</name><email>a@example.com</email>',
    );
    expect((await only(signs)).lead.customer.name).toBe("Ané O'Hara");
  });
});

describe('what cannot be taken', () => {
  const contact = '<name part="full">No Body</name>';
  const refused: [string, () => string, RegExp][] = [
    ['a document type', () => fixture('doctype.xml'), /^Line 2: a document type is not taken\.$/],
    ['an entity bomb', () => fixture('bomb.xml'), /^Line 2: a document type/],
    ['an entity of its own', () => prospect('R-1', '<name>A&nbsp;B</name>'), /^Line 1: .*&nbsp;/],
    ['broken XML', () => fixture('broken.xml'), /^Line 4: .*contact/],
    ['half a message', () => '<adf>\n<prospect>', /^Line 1: not every element is closed\.$/],
    ['no ADF at all', () => 'Hello, is it still there?', /no ADF/],
    ['nothing', () => '', /no ADF/],
    ['nobody', () => '<adf></adf>', /no prospect/],
    ['no way to reach them', () => prospect('R-2', contact), /^Prospect 1: .*neither/],
    ['no name', () => prospect('R-3', '<email>a@example.com</email>'), /no name/],
    ['a tower of tags', () => `<adf>${'<a>'.repeat(9_000)}${'</a>'.repeat(9_000)}</adf>`, /./],
    ['what a program calls its own', () => prospect('R-4', '<__proto__>x</__proto__>'), /./],
  ];
  test.each(refused)('%s is refused with a sentence, and kept', async (_, body, sentence) => {
    const [before, told] = [await leadsOf(), await deliveries()];
    const answer = await handIn(body());
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid']);
    expect(answer.body.error).toMatch(sentence);
    expect(await leadsOf()).toHaveLength(before.length);
    const [latest, ...rest] = await deliveries();
    expect(latest).toMatchObject({ outcome: 'refused', leadId: null, problem: answer.body.error });
    expect(rest).toHaveLength(Math.min(told.length, 49));
  });

  test('in one of two leaves both out', async () => {
    const half = fixture('two.xml')
      .replaceAll('AF-300', 'AF-800')
      .replace('<phone>3165550189</phone>', '');
    const before = await leadsOf();
    const answer = await handIn(half);
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(/^Prospect 2/)]);
    expect(await leadsOf()).toHaveLength(before.length);
  });

  test('too much, or of another type, is told so', async () => {
    const much = `<adf>${' '.repeat(256 * 1024)}</adf>`;
    expect((await handIn(much)).status).toBe(413);
    expect((await handIn(' '.repeat(2_000_000))).status).toBe(413);
    expect((await handIn('{}', { 'content-type': 'application/json' })).status).toBe(415);
  });

  test('NUL signs are left out', async () => {
    const words = prospect('N-1', '<name part="full">Nu\0l A</name><email>n@example.com</email>');
    expect((await only(words)).lead.customer.name).toBe('Nul A');
  });
});

describe('the key', () => {
  test('is asked for, and counts until the next one is made or the source stops', async () => {
    const body = prospect('Key-1', '<name part="full">Kay</name><email>kay@example.com</email>');
    const own = await addKeyed(room.keeper);
    const by = (authorization: string) => handIn(body, { authorization });
    expect((await by('')).status).toBe(401);
    expect((await by(`Bearer fcl_${'A'.repeat(43)}`)).status).toBe(401);
    expect((await by(`Basic ${own.key}`)).status).toBe(401);
    expect((await by(`Bearer ${own.key}`)).status).toBe(200);
    const params = { sourceId: own.id };
    const next = await room.keeper.client.call(makeKey, { params });
    expect((await by(`Bearer ${own.key}`)).status).toBe(401);
    expect((await by(`Bearer ${next.body.key}`)).status).toBe(200);
    await room.keeper.client.call(changeSource, {
      params,
      body: { name: 'Over', isActive: false },
    });
    expect((await by(`Bearer ${next.body.key}`)).status).toBe(403);
    const { rows } = await sql`select 1 from lead_sources
      where encode(key_hash, 'escape') like ${`%${next.body.key}%`}`.execute(room.platform.db);
    expect(rows).toEqual([]);
  });

  test('is made by who keeps the connectors of the store, and nobody else', async () => {
    const far = await room.employ({
      storeAccess: ['hyundai'],
      pagePermissions: ['customer_management', 'system_connectors'],
    });
    const params = { sourceId: source.id };
    const call = async ({ client }: Employed) => [
      (await client.call(makeKey, { params })).status,
      (await client.call(listDeliveries, { params })).status,
      (await client.call(changeSource, { params, body: { name: 'Mine', isActive: true } })).status,
    ];
    expect(await call(far)).toEqual([404, 404, 404]);
    expect(await call(manager)).toEqual([403, 403, 403]);
    const names = async ({ client }: Employed) => (await client.call(listSources)).body;
    expect((await names(far)).filter(({ id }) => id === source.id)).toEqual([]);
    const [mine] = (await names(seller)).filter(({ id }) => id === source.id);
    expect(mine).toMatchObject({ hasKey: true, isActive: true, store: 'ford' });
    expect(mine?.received).toBeGreaterThan(5);
    expect(mine?.refused).toBeGreaterThan(5);
    expect(JSON.stringify(mine)).not.toContain('fcl_');
  });
});
