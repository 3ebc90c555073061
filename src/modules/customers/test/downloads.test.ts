import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { saveAppointment, saveContact } from '../contract/saving.ts';
import { addAppointment, setAppointmentStatus } from '../contract/work.ts';
import { add, type CustomerStage, openCustomerStage } from './stage.ts';

let stage: CustomerStage;
let ford: StageUser;
let hyundai: StageUser;
let noAccess: StageUser;
beforeAll(async () => {
  stage = await openCustomerStage();
  ford = await stage.addEmployee();
  hyundai = await stage.addEmployee({ storeAccess: ['hyundai'] });
  noAccess = await stage.addEmployee({ featurePermissions: [] });
});
afterAll(() => stage.stop());

/** Parses the file: unfolds lines and splits them into name and value. */
function read(file: string): [string, string][] {
  expect(file.endsWith('\r\n')).toBe(true);
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const joined = file.replace(/\r\n /g, '');
  return joined
    .split('\r\n')
    .filter(Boolean)
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]);
}
const fieldOf = (lines: [string, string][], name: string) =>
  lines.find(([one]) => one === name || one.startsWith(`${name};`))?.[1];

const contactOf = ({ client }: StageUser, customerId: number) =>
  client.call(saveContact, { params: { customerId } });
const calendarOf = (
  { client }: StageUser,
  { id, customerId }: { id: number; customerId: number },
) => client.call(saveAppointment, { params: { customerId, appointmentId: id } });
const addFor = async ({ client }: StageUser, customerId: number, note = '') => {
  const { body } = await client.call(addAppointment, {
    params: { customerId },
    body: {
      clientId: crypto.randomUUID(),
      store: 'ford',
      kind: 'sales',
      note,
      startsAt: '2031-05-06T09:30:00-05:00',
    },
  });
  return body;
};
const logEntries = async (action: string, employee: StageUser) => {
  const { rows } = await sql`select id from activity_log
    where action = ${action} and actor_id = ${employee.id}`.execute(stage.platform.db);
  return rows;
};

describe('a contact', () => {
  test('is a vCard with name, phones, emails and addresses', async () => {
    const { id } = await add(ford, {
      firstName: 'Renée; Anne',
      lastName: 'O’Brien, Smith',
      suffix: 'Jr.',
      company: 'A\\B',
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
    expect(fieldOf(lines, 'N')).toBe('O’Brien\\, Smith;Renée\\; Anne;;;Jr.');
    expect(fieldOf(lines, 'ORG')).toBe('A\\\\B');
    expect(lines).toContainEqual(['TEL;VALUE=uri;TYPE="cell,voice";PREF=1', 'tel:+13165550142']);
    expect(fieldOf(lines, 'EMAIL')).toBe('renee@mail.example.com');
    expect(fieldOf(lines, 'ADR')).toBe(';;12 Elm St,Unit 4\\, rear;Wichita;KS;67202;United States');
    expect(fieldOf(lines, 'UID')).toBe(
      fieldOf(read(String((await contactOf(ford, id)).body)), 'UID'),
    );
  });

  test('of a business is an org, and a long name is folded between characters', async () => {
    const company = 'é'.repeat(120);
    const { id } = await add(ford, { kind: 'business', firstName: '', lastName: '', company });
    const lines = read(String((await contactOf(ford, id)).body));
    expect([fieldOf(lines, 'KIND'), fieldOf(lines, 'ORG'), fieldOf(lines, 'N')]).toEqual([
      ...['org', company, undefined],
    ]);
  });

  test('is logged before it is downloaded, and not available for customers of other stores', async () => {
    const { id } = await add(ford);
    const nora = await stage.addEmployee();
    await contactOf(nora, id);
    expect(await logEntries('customer.contact_saved', nora)).toHaveLength(1);
    expect((await contactOf(hyundai, id)).status).toBe(404);
    expect((await contactOf(noAccess, id)).status).toBe(403);
    expect(await logEntries('customer.contact_saved', hyundai)).toHaveLength(0);
  });
});

describe('an appointment', () => {
  test('is exported in UTC, and its sequence rises with each change', async () => {
    const { id, name } = await add(ford);
    const note =
      'Bring the title;\nboth keys, the manual and a very long list of other things, please';
    const before = await addFor(ford, id, note.replace('\n', ' '));
    const { body, headers } = await calendarOf(ford, before);
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    const lines = read(String(body));
    const field = (key: string) => fieldOf(lines, key);
    expect([field('DTSTART'), field('SEQUENCE'), field('STATUS')]).toEqual([
      ...['20310506T143000Z', '0', 'TENTATIVE'],
    ]);
    expect(field('SUMMARY')).toBe(`Sales: ${name}`);
    expect(field('DESCRIPTION')).toBe(note.replace('\n', ' ').replace(/[;,]/g, '\\$&'));
    expect(field('DTSTAMP')).toMatch(/^\d{8}T\d{6}Z$/);
    await ford.client.call(setAppointmentStatus, {
      params: { appointmentId: before.id },
      body: { version: before.version, status: 'canceled' },
    });
    const after = read(String((await calendarOf(ford, before)).body));
    expect([fieldOf(after, 'SEQUENCE'), fieldOf(after, 'STATUS')]).toEqual(['1', 'CANCELLED']);
    expect(fieldOf(after, 'UID')).toBe(field('UID'));
  });

  test('is logged before it is downloaded, and not available for other stores', async () => {
    const { id } = await add(ford);
    const appointment = await addFor(ford, id);
    const nora = await stage.addEmployee();
    await calendarOf(nora, appointment);
    expect(await logEntries('customer.appointment_saved', nora)).toHaveLength(1);
    expect((await calendarOf(hyundai, appointment)).status).toBe(404);
    expect((await calendarOf(noAccess, appointment)).status).toBe(403);
    expect((await calendarOf(ford, { ...appointment, id: 2_000_000_000 })).status).toBe(404);
    const { id: otherId } = await add(ford);
    expect((await calendarOf(ford, { ...appointment, customerId: otherId })).status).toBe(404);
  });
});
