import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Employed } from '../../admin/test/office.ts';
import { openCustomer } from '../../customers/contract/records.ts';
import * as calls from '../../imports/contract.ts';
import { importsOf } from '../../imports/test/file.ts';
import { listOrders } from '../contract.ts';
import { addCustomer, type Bay, formOf, look, open, openBay, save } from './bay.ts';

const kind = 'repair_orders';
const { bring, act, check, readIn } = importsOf(kind);

let bay: Bay;
let walt: Employed;
let tech: Employed;
beforeAll(async () => {
  bay = await openBay();
  walt = await bay.employ({ role: 'manager' });
  tech = await bay.hire({ storeAccess: ['ford'], firstName: 'Tess', lastName: 'Torquewell' });
});
afterAll(() => bay.stop());

const header =
  'RO Number,Opened,Closed,Advisor,Customer,Phone,E-mail,Car,VIN,Mileage,Pay type,Op code,Complaint,Tech,Hours,Labor,Parts';
const file = (...rows: string[]) => [header, ...rows].join('\r\n');
/** A right row, but for what is given. */
const row = (given: Record<string, string> = {}) => {
  const right: Record<string, string> = {
    number: '7000',
    opened: '11/03/2025',
    closed: '11/04/2025',
    advisor: walt.username,
    customer: 'Ona Importwell',
    phone: '(620) 555-4001',
    email: '',
    car: '2021 Ford Escape',
    vin: '',
    miles: '12000',
    pay: 'C',
    op: 'LOF',
    complaint: 'Oil change',
    tech: 'Tess Torquewell',
    hours: '0.5',
    labor: '49.95',
    parts: '52.50',
  };
  return Object.values({ ...right, ...given })
    .map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',');
};
const found = async (q: string, { client }: Employed = walt) =>
  (await client.call(listOrders, { query: { q, scope: 'all' } })).body;

describe('an import of repair orders', () => {
  test('makes one order of the rows of one number, adds who is new, and is taken back', async () => {
    const known = await addCustomer(walt);
    const read = await readIn(
      walt,
      file(
        row({ number: 'RO 7101', opened: '11/3/2025 8:15 AM', closed: '2025-11-03 16:30' }),
        row({ number: '7102', closed: '', customer: '', phone: '', email: '' }),
        row({
          number: '7101',
          opened: '',
          closed: '',
          pay: 'Warranty',
          op: '',
          complaint: 'Recall',
          labor: '$1,180.50',
          parts: '',
        }),
        row({ number: '7103', opened: 'Nov 5, 2025', closed: '', phone: '620.555.4001' }),
        row({
          number: '7104',
          customer: 'Wichita Plumbing LLC',
          phone: '',
          email: 'ap@plumb.example',
        }),
      ),
    );
    expect(read.mapping).toEqual([
      ...['number', 'openedAt', 'closedAt', 'advisor', 'customerName', 'customerPhone'],
      ...['customerEmail', 'vehicle', 'vin', 'milesIn', 'payType', 'opCode', 'complaint'],
      ...['technician', 'hoursFlagged', 'laborSale', 'partsSale'],
    ]);
    const checked = await check(walt, read);
    expect(checked).toMatchObject({ state: 'checked', ready: 4, readyRecords: 3, problemRows: 1 });
    expect(checked.problems).toEqual([
      {
        row: 3,
        field: 'customerName',
        error: 'Please enter a number, a phone or an e-mail of the customer',
      },
    ]);
    expect(await found('7101')).toEqual([]);
    expect(await act(walt, read.id, 'run')).toMatchObject({ state: 'imported', created: 3 });

    const [brought] = await found('7101');
    const { body: order } = await look(walt, brought?.id ?? 0);
    expect(order).toMatchObject({
      ...{
        number: '7101',
        status: 'closed',
        advisor: { id: walt.id },
        vehicle: '2021 Ford Escape',
      },
      ...{ milesIn: 12_000, saleCents: 4_995 + 5_250 + 118_050 },
      lines: [
        { payType: 'customer', opCode: 'LOF', hoursFlagged: 50, technician: { id: tech.id } },
        { payType: 'warranty', opCode: '', complaint: 'Recall', laborSaleCents: 118_050 },
      ],
    });
    const [later] = await found('7103');
    expect(later).toMatchObject({ status: 'open', customer: order.customer });
    expect(order.customer.name).toBe('Ona Importwell');
    expect(order.customer.id).not.toBe(known.id);
    const [fleet] = await found('7104');
    expect(fleet?.customer.name).toBe('Wichita Plumbing LLC');

    const { body: open } = await look(walt, later?.id ?? 0);
    expect((await save(walt, open, { note: 'Called' })).status).toBe(200);
    expect(await act(walt, read.id, 'undo')).toMatchObject({ state: 'undone', kept: 1 });
    expect([await found('7101'), await found('7104')]).toEqual([[], []]);
    expect((await found('7103')).map(({ id }) => id)).toEqual([later?.id]);
    const look2 = (customerId: number) =>
      walt.client.call(openCustomer, { params: { customerId } }).then(({ status }) => status);
    expect(await look2(order.customer.id)).toBe(200);
    expect(await look2(fleet?.customer.id ?? 0)).toBe(404);
    const acts = await bay.platform.db
      .selectFrom('activity_log')
      .select('action')
      .where('subject_id', '=', `import-${read.id}`)
      .orderBy('id')
      .execute();
    expect(acts.map(({ action }) => action)).toEqual([
      'repair_order.imported',
      'repair_order.import_undone',
    ]);
  });

  test('says of each wrong row which field is wrong, and leaves the order of it out whole', async () => {
    const there = await open(walt, (await addCustomer(walt)).id, { number: '7299' });
    const wrong: [string, Record<string, string>, string][] = [
      ['number', { number: '12' }, 'A number has 3 to 10 digits'],
      ['openedAt', { opened: '13/45/2025' }, 'Please enter a date such as 11/03/2026'],
      ['openedAt', { opened: '' }, 'Required'],
      ['openedAt', { opened: '11/03/2097', closed: '' }, 'Lies in the future'],
      ['closedAt', { closed: '11/01/2025' }, 'Lies before the order was opened'],
      ['advisor', { advisor: 'Nobody Special' }, 'Nobody of this store is called Nobody Special'],
      ['customerPhone', { phone: '12' }, 'Please enter a phone number with its area code'],
      ['vehicle', { car: '' }, 'Required'],
      ['vin', { vin: '1FTFW3L51RK91059O' }, 'A VIN has 17 characters, without I, O and Q'],
      ['milesIn', { miles: 'many' }, 'Please enter a whole number such as 12,345'],
      ['payType', { pay: 'Barter' }, 'Please enter C, W or I'],
      ['technician', { tech: 'gone.mechanic' }, 'Nobody of this store is called gone.mechanic'],
      ['hoursFlagged', { hours: '1:30' }, 'Please enter a number such as 1.5'],
      ['laborSale', { labor: '(12.00)' }, 'An amount is not negative'],
      ['partsSale', { parts: '1.234,56' }, 'Please enter an amount such as 1,234.56'],
      ['complaint', { op: '', complaint: '' }, 'Required'],
      ['number', { number: there.number }, 'This store has an order of this number already'],
    ];
    const rows = wrong.map(([, given], at) => row({ number: String(7200 + at), ...given }));
    const read = await readIn(
      walt,
      file(
        ...rows,
        row({ number: '7250' }),
        row({ number: '7250', car: 'A truck' }),
        row({ number: '7250', labor: '-1' }),
      ),
    );
    const { problems, readyRecords } = await check(walt, read);
    expect(readyRecords).toBe(0);
    expect(problems.slice(0, wrong.length)).toEqual(
      wrong.map(([field, , error], at) => ({
        row: at + 2,
        field,
        error: expect.stringContaining(error),
      })),
    );
    const last = wrong.length + 2;
    expect(problems.slice(wrong.length)).toEqual([
      { row: last, field: '', error: `Left out with row ${last + 1}, which belongs to it` },
      { row: last + 1, field: 'vehicle', error: `Row ${last} of the same says 2021 Ford Escape` },
      { row: last + 2, field: 'laborSale', error: 'An amount is not negative' },
    ]);
    const saved = await walt.client.raw('POST', `/api/imports/${kind}/${read.id}/problems`);
    expect(saved.status).toBe(200);
  });

  test('brought in twice is the same; with another amount it is told', async () => {
    const read = await readIn(walt, file(row({ number: '7301' }), row({ number: '7302' })));
    await check(walt, read);
    expect(await act(walt, read.id, 'run')).toMatchObject({ created: 2 });
    const again = await readIn(
      walt,
      file(row({ number: '7301' }), row({ number: '7302', labor: '50' })),
    );
    const checked = await check(walt, again);
    expect(checked).toMatchObject({ readyRecords: 0, knownRecords: 1, problemRows: 1 });
    expect(checked.problems).toMatchObject([{ row: 3, field: 'number' }]);
  });

  test('is a manager’s, of one’s own stores, and costs are for who may see them', async () => {
    const nora = await bay.employ();
    expect((await bring(nora, file(row()))).status).toBe(403);
    const guest = await bay.hire({ role: 'manager', storeAccess: ['ford'] });
    expect((await bring(guest, file(row()))).status).toBe(403);
    expect((await bring(walt, file(row()), { store: 'hyundai' })).status).toBe(400);
    const elsewhere = await readIn(walt, `${header},Store\n${row({ number: '7401' })},Hyundai\n`);
    expect((await check(walt, elsewhere)).problems).toEqual([
      { row: 2, field: 'store', error: 'This row is of another store' },
    ]);

    const costs = `${header},Labor cost\n${row({ number: '7402' })},20.00\n`;
    const blind = await readIn(walt, costs);
    expect(blind.mapping.at(-1)).toBeNull();
    expect(blind.fields.map(({ name }) => name)).not.toContain('laborCost');
    const refused = await walt.client.call(calls.checkImport, {
      params: { kind, importId: blind.id },
      body: { mapping: [...blind.mapping.slice(0, -1), 'laborCost'] },
    });
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { fields: { mapping: 'Please choose one of the fields' } },
    ]);
    const boss = await bay.employ({
      role: 'manager',
      featurePermissions: ['view_data', 'create_records', 'financial_reports'],
    });
    const seen = await readIn(boss, costs);
    expect(seen.mapping.at(-1)).toBe('laborCost');
    await check(boss, seen);
    await act(boss, seen.id, 'run');
    const [made] = await found('7402', boss);
    expect(made).toMatchObject({ saleCents: 10_245, grossCents: 10_245 - 2_000 });
    expect((await found('7402'))[0]).not.toHaveProperty('grossCents');
  });

  test('does not go on for somebody who lost the right meanwhile', async () => {
    const boss = await bay.employ({ role: 'manager' });
    const read = await readIn(boss, file(row({ number: '7501' })));
    const { db } = bay.platform;
    await db.updateTable('imports').set({ state: 'checking' }).where('id', '=', read.id).execute();
    await db.updateTable('users').set({ role: 'employee' }).where('id', '=', boss.id).execute();
    await bay.platform.jobs.add(db, 'imports.step', { importId: read.id });
    const { settled } = importsOf(kind);
    expect(await settled(boss, read.id)).toMatchObject({
      state: 'failed',
      failure: 'Only managers may import repair orders.',
    });
  });

  test.each([
    ['windows-1252', (text: string) => Buffer.from(text, 'latin1')],
    ['utf-16le', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ])('written in %s keeps its letters', async (encoding, encode) => {
    const number = encoding === 'utf-16le' ? '7601' : '7602';
    const customer = 'Núñez, Zoë';
    const read = await readIn(walt, encode(file(row({ number, customer, phone: '620 555 4777' }))));
    expect(read.encoding).toBe(encoding);
    await check(walt, read);
    await act(walt, read.id, 'run');
    expect((await found(number))[0]?.customer.name).toBe('Zoë Núñez');
  });

  test('that is undone takes its orders’ past with it, and no other order can go', async () => {
    const read = await readIn(walt, file(row({ number: '7701', closed: '' })));
    await check(walt, read);
    await act(walt, read.id, 'run');
    const [made] = await found('7701');
    const { body: order } = await look(walt, made?.id ?? 0);
    await act(walt, read.id, 'undo');
    expect((await save(walt, order, formOf(order))).status).toBe(404);
    const { db } = bay.platform;
    const { rows } = await sql`select from repair_order_events
      where repair_order_id = ${order.id}`.execute(db);
    expect(rows).toEqual([]);
    await expect(sql`delete from repair_orders where number = '7299'`.execute(db)).rejects.toThrow(
      'only ever added to',
    );
  });
});
