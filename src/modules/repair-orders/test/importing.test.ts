import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { openCustomer } from '../../customers/contract/records.ts';
import * as calls from '../../imports/contract.ts';
import { importClient } from '../../imports/test/importClient.ts';
import { listOrders } from '../contract.ts';
import {
  addCustomer,
  fetchOrder,
  formOf,
  open,
  openRepairOrderStage,
  type RepairOrderStage,
  save,
} from './stage.ts';

const kind = 'repair_orders';
const { upload, runOrUndo, check, uploadAndRead } = importClient(kind);

let stage: RepairOrderStage;
let walt: StageUser;
let tech: StageUser;
beforeAll(async () => {
  stage = await openRepairOrderStage();
  walt = await stage.addEmployee({ role: 'manager' });
  tech = await stage.addUser({ storeAccess: ['ford'], firstName: 'Tess', lastName: 'Torquewell' });
});
afterAll(() => stage.stop());

const header =
  'RO Number,Opened,Closed,Advisor,Customer,Phone,E-mail,Car,VIN,Mileage,Pay type,Op code,Complaint,Tech,Hours,Labor,Parts';
const file = (...rows: string[]) => [header, ...rows].join('\r\n');
/** A valid row, with overrides. */
const row = (overrides: Record<string, string> = {}) => {
  const valid: Record<string, string> = {
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
  return Object.values({ ...valid, ...overrides })
    .map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',');
};
const found = async (q: string, { client }: StageUser = walt) =>
  (await client.call(listOrders, { query: { q, scope: 'all' } })).body;

describe('an import of repair orders', () => {
  test('groups rows into orders by number, adds new customers, and can be undone', async () => {
    const known = await addCustomer(walt);
    const read = await uploadAndRead(
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
        error: 'Enter the customer’s number, phone or email',
      },
    ]);
    expect(await found('7101')).toEqual([]);
    expect(await runOrUndo(walt, read.id, 'run')).toMatchObject({ state: 'imported', created: 3 });

    const [imported] = await found('7101');
    const { body: order } = await fetchOrder(walt, imported?.id ?? 0);
    expect(order).toMatchObject({
      number: '7101',
      status: 'closed',
      advisor: { id: walt.id },
      vehicle: '2021 Ford Escape',
      milesIn: 12_000,
      saleCents: 4_995 + 5_250 + 118_050,
      lines: [
        { payType: 'customer', opCode: 'LOF', hoursFlagged: 50, technician: { id: tech.id } },
        { payType: 'warranty', opCode: '', complaint: 'Recall', laborSaleCents: 118_050 },
      ],
    });
    const [openOrder] = await found('7103');
    expect(openOrder).toMatchObject({ status: 'open', customer: order.customer });
    expect(order.customer.name).toBe('Ona Importwell');
    expect(order.customer.id).not.toBe(known.id);
    const [company] = await found('7104');
    expect(company?.customer.name).toBe('Wichita Plumbing LLC');

    const { body: open } = await fetchOrder(walt, openOrder?.id ?? 0);
    expect((await save(walt, open, { note: 'Called' })).status).toBe(200);
    expect(await runOrUndo(walt, read.id, 'undo')).toMatchObject({ state: 'undone', kept: 1 });
    expect([await found('7101'), await found('7104')]).toEqual([[], []]);
    expect((await found('7103')).map(({ id }) => id)).toEqual([openOrder?.id]);
    const statusOf = (customerId: number) =>
      walt.client.call(openCustomer, { params: { customerId } }).then(({ status }) => status);
    expect(await statusOf(order.customer.id)).toBe(200);
    expect(await statusOf(company?.customer.id ?? 0)).toBe(404);
    const actions = await stage.platform.db
      .selectFrom('activity_log')
      .select('action')
      .where('subject_id', '=', `import-${read.id}`)
      .orderBy('id')
      .execute();
    expect(actions.map(({ action }) => action)).toEqual([
      'repair_order.imported',
      'repair_order.import_undone',
    ]);
  });

  test('reports the invalid field of each row, and skips the whole order', async () => {
    const existing = await open(walt, (await addCustomer(walt)).id, { number: '7299' });
    const wrong: [string, Record<string, string>, string][] = [
      ['number', { number: '12' }, 'Enter 3 to 10 digits'],
      ['openedAt', { opened: '13/45/2025' }, 'Enter a date such as 11/03/2026'],
      ['openedAt', { opened: '' }, 'Required'],
      ['openedAt', { opened: '11/03/2097', closed: '' }, 'Must not be in the future'],
      ['closedAt', { closed: '11/01/2025' }, 'Must not be before the opened date'],
      [
        'advisor',
        { advisor: 'Nobody Special' },
        'No employee of this store is called Nobody Special',
      ],
      ['customerPhone', { phone: '12' }, 'Enter a phone number with its area code'],
      ['vehicle', { car: '' }, 'Required'],
      ['vin', { vin: '1FTFW3L51RK91059O' }, 'A VIN has 17 characters, without I, O and Q'],
      ['milesIn', { miles: 'many' }, 'Enter a whole number such as 12,345'],
      ['payType', { pay: 'Barter' }, 'Enter C, W or I'],
      [
        'technician',
        { tech: 'gone.mechanic' },
        'No employee of this store is called gone.mechanic',
      ],
      ['hoursFlagged', { hours: '1:30' }, 'Enter a number such as 1.5'],
      ['laborSale', { labor: '(12.00)' }, 'Enter an amount of 0 or more'],
      ['partsSale', { parts: '1.234,56' }, 'Enter an amount such as 1,234.56'],
      ['complaint', { op: '', complaint: '' }, 'Required'],
      [
        'number',
        { number: existing.number },
        'This store already has a repair order with this number',
      ],
    ];
    const rows = wrong.map(([, overrides], at) => row({ number: String(7200 + at), ...overrides }));
    const read = await uploadAndRead(
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
      {
        row: last,
        field: '',
        error: `Skipped because of row ${last + 1}, which belongs to the same record`,
      },
      {
        row: last + 1,
        field: 'vehicle',
        error: `Row ${last} of the same record has 2021 Ford Escape`,
      },
      { row: last + 2, field: 'laborSale', error: 'Enter an amount of 0 or more' },
    ]);
    const saved = await walt.client.raw('POST', `/api/imports/${kind}/${read.id}/problems`);
    expect(saved.status).toBe(200);
  });

  test('importing the same rows again changes nothing; a different amount is reported', async () => {
    const read = await uploadAndRead(walt, file(row({ number: '7301' }), row({ number: '7302' })));
    await check(walt, read);
    expect(await runOrUndo(walt, read.id, 'run')).toMatchObject({ created: 2 });
    const again = await uploadAndRead(
      walt,
      file(row({ number: '7301' }), row({ number: '7302', labor: '50' })),
    );
    const checked = await check(walt, again);
    expect(checked).toMatchObject({ readyRecords: 0, knownRecords: 1, problemRows: 1 });
    expect(checked.problems).toMatchObject([{ row: 3, field: 'number' }]);
  });

  test('is for managers, their own stores only, and costs only with financial reports', async () => {
    const nora = await stage.addEmployee();
    expect((await upload(nora, file(row()))).status).toBe(403);
    const guest = await stage.addUser({ role: 'manager', storeAccess: ['ford'] });
    expect((await upload(guest, file(row()))).status).toBe(403);
    expect((await upload(walt, file(row()), { store: 'hyundai' })).status).toBe(400);
    const otherStore = await uploadAndRead(
      walt,
      `${header},Store\n${row({ number: '7401' })},Hyundai\n`,
    );
    expect((await check(walt, otherStore)).problems).toEqual([
      { row: 2, field: 'store', error: 'This row belongs to another store' },
    ]);

    const costs = `${header},Labor cost\n${row({ number: '7402' })},20.00\n`;
    const withoutCosts = await uploadAndRead(walt, costs);
    expect(withoutCosts.mapping.at(-1)).toBeNull();
    expect(withoutCosts.fields.map(({ name }) => name)).not.toContain('laborCost');
    const refused = await walt.client.call(calls.checkImport, {
      params: { kind, importId: withoutCosts.id },
      body: { mapping: [...withoutCosts.mapping.slice(0, -1), 'laborCost'] },
    });
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { fields: { mapping: 'Choose one of the fields' } },
    ]);
    const restrictedManager = await stage.addEmployee({
      role: 'manager',
      featurePermissions: ['view_data', 'create_records', 'financial_reports'],
    });
    const seen = await uploadAndRead(restrictedManager, costs);
    expect(seen.mapping.at(-1)).toBe('laborCost');
    await check(restrictedManager, seen);
    await runOrUndo(restrictedManager, seen.id, 'run');
    const [imported] = await found('7402', restrictedManager);
    expect(imported).toMatchObject({ saleCents: 10_245, grossCents: 10_245 - 2_000 });
    expect((await found('7402'))[0]).not.toHaveProperty('grossCents');
  });

  test('stops if its author lost the permission meanwhile', async () => {
    const restrictedManager = await stage.addEmployee({ role: 'manager' });
    const read = await uploadAndRead(restrictedManager, file(row({ number: '7501' })));
    const { db } = stage.platform;
    await db.updateTable('imports').set({ state: 'checking' }).where('id', '=', read.id).execute();
    await db
      .updateTable('users')
      .set({ role: 'employee' })
      .where('id', '=', restrictedManager.id)
      .execute();
    await stage.platform.jobs.add(db, 'imports.step', { importId: read.id });
    const { settled } = importClient(kind);
    expect(await settled(restrictedManager, read.id)).toMatchObject({
      state: 'failed',
      failure: 'Only managers may import repair orders.',
    });
  });

  test.each([
    ['windows-1252', (text: string) => Buffer.from(text, 'latin1')],
    ['utf-16le', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ])('reads files encoded as %s', async (encoding, encode) => {
    const number = encoding === 'utf-16le' ? '7601' : '7602';
    const customer = 'Núñez, Zoë';
    const read = await uploadAndRead(
      walt,
      encode(file(row({ number, customer, phone: '620 555 4777' }))),
    );
    expect(read.encoding).toBe(encoding);
    await check(walt, read);
    await runOrUndo(walt, read.id, 'run');
    expect((await found(number))[0]?.customer.name).toBe('Zoë Núñez');
  });

  test('that is undone deletes the history of its orders, and no other order can be deleted', async () => {
    const read = await uploadAndRead(walt, file(row({ number: '7701', closed: '' })));
    await check(walt, read);
    await runOrUndo(walt, read.id, 'run');
    const [imported] = await found('7701');
    const { body: order } = await fetchOrder(walt, imported?.id ?? 0);
    await runOrUndo(walt, read.id, 'undo');
    expect((await save(walt, order, formOf(order))).status).toBe(404);
    const { db } = stage.platform;
    const { rows } = await sql`select from repair_order_events
      where repair_order_id = ${order.id}`.execute(db);
    expect(rows).toEqual([]);
    await expect(sql`delete from repair_orders where number = '7299'`.execute(db)).rejects.toThrow(
      'only ever added to',
    );
  });
});

describe('a locked month', () => {
  const lockThrough = (through: string | null) =>
    stage.platform.db
      .insertInto('month_locks')
      .values({ store: 'ford', through, changed_by: walt.id })
      .execute();
  afterEach(() => lockThrough(null));

  test('takes no imported orders, and keeps those it has when the import is undone', async () => {
    const before = await uploadAndRead(walt, file(row({ number: '7801' })));
    await check(walt, before);
    expect(await runOrUndo(walt, before.id, 'run')).toMatchObject({ created: 1 });
    await lockThrough('2025-11-30');
    const { problems, readyRecords } = await check(
      walt,
      await uploadAndRead(
        walt,
        file(row({ number: '7802' }), row({ number: '7803', closed: '12/01/2025' })),
      ),
    );
    expect(readyRecords).toBe(1);
    expect(problems).toEqual([{ row: 2, field: 'closedAt', error: 'November 2025 is locked' }]);
    expect(await runOrUndo(walt, before.id, 'undo')).toMatchObject({ kept: 1 });
    expect(await found('7801')).toHaveLength(1);
  });

  test('that is being locked keeps the orders of an import that is undone meanwhile', async () => {
    const read = await uploadAndRead(walt, file(row({ number: '7811' })));
    await check(walt, read);
    await runOrUndo(walt, read.id, 'run');
    const { undo } = await stage.platform.db.transaction().execute(async (tx) => {
      // As locking a month does.
      await sql`select pg_advisory_xact_lock(hashtext('month locks of ford'), 0)`.execute(tx);
      const undo = runOrUndo(walt, read.id, 'undo');
      await expect.poll(countWaiting).toBe(1);
      await tx
        .insertInto('month_locks')
        .values({ store: 'ford', through: '2025-11-30', changed_by: walt.id })
        .execute();
      return { undo };
    });
    expect(await undo).toMatchObject({ kept: 1 });
    expect(await found('7811')).toHaveLength(1);
  });

  /** Transactions of this database that wait for a month lock. */
  const countWaiting = async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::integer as waiting from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(
      stage.platform.db,
    );
    return rows[0]?.waiting;
  };
});
