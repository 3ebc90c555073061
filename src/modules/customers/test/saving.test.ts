import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Employed } from '../../admin/test/office.ts';
import { saveAppointment, saveContact } from '../contract/saving.ts';
import { addAppointment, setAppointmentStatus } from '../contract/work.ts';
import { add, type Floor, openFloor } from './floor.ts';

let floor: Floor;
let ford: Employed;
let hyundai: Employed;
let blind: Employed;
beforeAll(async () => {
  floor = await openFloor();
  ford = await floor.employ();
  hyundai = await floor.employ({ storeAccess: ['hyundai'] });
  blind = await floor.employ({ featurePermissions: [] });
});
afterAll(() => floor.stop());

/** What a program that reads it makes of it: lines joined where they were cut, by their name. */
function read(file: string): [string, string][] {
  expect(file.endsWith('\r\n')).toBe(true);
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const joined = file.replace(/\r\n /g, '');
  return joined
    .split('\r\n')
    .filter(Boolean)
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]);
}
const told = (lines: [string, string][], name: string) =>
  lines.find(([one]) => one === name || one.startsWith(`${name};`))?.[1];

const contactOf = ({ client }: Employed, customerId: number) =>
  client.call(saveContact, { params: { customerId } });
const calendarOf = ({ client }: Employed, appointmentId: number) =>
  client.call(saveAppointment, { params: { appointmentId } });
const setFor = async ({ client }: Employed, customerId: number, note = '') => {
  const { body } = await client.call(addAppointment, {
    params: { customerId },
    body: {
      ...{ clientId: crypto.randomUUID(), store: 'ford', kind: 'sales', note },
      startsAt: '2031-05-06T09:30:00-05:00',
    },
  });
  return body;
};
const written = async (action: string, who: Employed) => {
  const { rows } = await sql`select id from activity_log
    where action = ${action} and actor_id = ${who.id}`.execute(floor.platform.db);
  return rows;
};

describe('a contact', () => {
  test('tells a phone who it is and how to reach them', async () => {
    const { id } = await add(ford, {
      ...{ firstName: 'Renée; Anne', lastName: 'O’Brien, Smith', suffix: 'Jr.', company: 'A\\B' },
      phones: [{ number: '(316) 555-0142', kind: 'mobile', isPreferred: true }],
      emails: [{ address: 'renee@mail.example.com' }],
      addresses: [
        { line1: '12 Elm St', line2: 'Unit 4, rear', city: 'Wichita', state: 'KS', zip: '67202' },
      ],
    });
    const { status, body, headers } = await contactOf(ford, id);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/vcard; charset=utf-8']);
    expect(headers.get('content-disposition')).toContain(`customer-${id}.vcf`);
    const lines = read(String(body));
    expect([lines.at(0), lines.at(1), lines.at(-1)]).toEqual([
      ...[['BEGIN', 'VCARD'] as const, ['VERSION', '4.0'] as const, ['END', 'VCARD'] as const],
    ]);
    expect(told(lines, 'N')).toBe('O’Brien\\, Smith;Renée\\; Anne;;;Jr.');
    expect(told(lines, 'ORG')).toBe('A\\\\B');
    expect(lines).toContainEqual(['TEL;VALUE=uri;TYPE="cell,voice";PREF=1', 'tel:+13165550142']);
    expect(told(lines, 'EMAIL')).toBe('renee@mail.example.com');
    expect(told(lines, 'ADR')).toBe(';;12 Elm St,Unit 4\\, rear;Wichita;KS;67202;United States');
    expect(told(lines, 'UID')).toBe(told(read(String((await contactOf(ford, id)).body)), 'UID'));
  });

  test('of a business is one, and a long name is cut between letters', async () => {
    const company = 'é'.repeat(120);
    const { id } = await add(ford, { kind: 'business', firstName: '', lastName: '', company });
    const lines = read(String((await contactOf(ford, id)).body));
    expect([told(lines, 'KIND'), told(lines, 'ORG'), told(lines, 'N')]).toEqual([
      ...['org', company, undefined],
    ]);
  });

  test('is written down before it is taken, and of others’ customers there is none', async () => {
    const { id } = await add(ford);
    const nora = await floor.employ();
    await contactOf(nora, id);
    expect(await written('customer.contact_saved', nora)).toHaveLength(1);
    expect((await contactOf(hyundai, id)).status).toBe(404);
    expect((await contactOf(blind, id)).status).toBe(403);
    expect(await written('customer.contact_saved', hyundai)).toHaveLength(0);
  });
});

describe('an appointment', () => {
  test('goes into a calendar in UTC, and counts up as it changes', async () => {
    const { id, name } = await add(ford);
    const note =
      'Bring the title;\nboth keys, the manual and a very long list of other things, please';
    const before = await setFor(ford, id, note.replace('\n', ' '));
    const { body, headers } = await calendarOf(ford, before.id);
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    const lines = read(String(body));
    const of = (key: string) => told(lines, key);
    expect([of('DTSTART'), of('SEQUENCE'), of('STATUS')]).toEqual([
      ...['20310506T143000Z', '0', 'TENTATIVE'],
    ]);
    expect(of('SUMMARY')).toBe(`Sales: ${name}`);
    expect(of('DESCRIPTION')).toBe(note.replace('\n', ' ').replace(/[;,]/g, '\\$&'));
    expect(of('DTSTAMP')).toMatch(/^\d{8}T\d{6}Z$/);
    await ford.client.call(setAppointmentStatus, {
      params: { appointmentId: before.id },
      body: { version: before.version, status: 'canceled' },
    });
    const after = read(String((await calendarOf(ford, before.id)).body));
    expect([told(after, 'SEQUENCE'), told(after, 'STATUS')]).toEqual(['1', 'CANCELLED']);
    expect(told(after, 'UID')).toBe(of('UID'));
  });

  test('is written down before it is taken, and of another store there is none', async () => {
    const { id } = await add(ford);
    const { id: appointmentId } = await setFor(ford, id);
    const nora = await floor.employ();
    await calendarOf(nora, appointmentId);
    expect(await written('customer.appointment_saved', nora)).toHaveLength(1);
    expect((await calendarOf(hyundai, appointmentId)).status).toBe(404);
    expect((await calendarOf(blind, appointmentId)).status).toBe(403);
    expect((await calendarOf(ford, 2_000_000_000)).status).toBe(404);
  });
});
