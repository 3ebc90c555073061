import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addDays, dateAt } from '../../../platform/contract/wallTime.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import { createCustomer } from '../../customers/contract/records.ts';
import * as calls from '../../imports/contract.ts';
import { importClient } from '../../imports/test/importClient.ts';
import { defaultTimezone } from '../../organization/contract.ts';
import { takeDeposit } from '../../vehicles/contract/deposits.ts';
import { listHistory } from '../../vehicles/contract/history.ts';
import { setStatus as setVehicleStatus } from '../../vehicles/contract.ts';
import { listDeals } from '../contract.ts';
import {
  addCar,
  addCustomer,
  costAccess,
  create,
  type DealStage,
  events,
  fetchCar,
  fetchDeal,
  newVin,
  openDealStage,
  save,
} from './stage.ts';

const kind = 'deals';
const { upload, runOrUndo, check, uploadAndRead } = importClient(kind);

let stage: DealStage;
let manager: StageUser;
let seller: StageUser;
beforeAll(async () => {
  stage = await openDealStage();
  manager = await stage.addEmployee(costAccess);
  seller = await stage.addEmployee({ firstName: 'Sal', lastName: 'Closewell' });
});
afterAll(() => stage.stop());

const header =
  'Deal Number,Type,New/Used,Stock Number,VIN,Vehicle,Customer,Phone,Salesperson,F&I Manager,Sold Date,Delivered,Funded,Price,Cost,Recon,Pack,Reserve,Products,Product Cost,Trade Allowance,ACV,Payoff';
const file = (...rows: string[]) => [header, ...rows].join('\n');
/** A valid row with these overrides. */
const row = (overrides: Record<string, string> = {}) => {
  const valid: Record<string, string> = {
    number: '9000',
    type: 'Retail',
    condition: 'Used',
    stock: 'U1234',
    vin: '',
    car: '2022 Ford Edge',
    customer: 'Ida Buysmore',
    phone: '(620) 555-6001',
    seller: seller.username,
    finance: '',
    signed: '10/01/2025',
    delivered: '10/03/2025',
    funded: '',
    price: '25,000.00',
    cost: '21,000.00',
    recon: '800',
    pack: '200',
    reserve: '350.50',
    products: '2,495',
    productCost: '1,100',
    allowance: '9,000',
    acv: '8,400',
    payoff: '0',
  };
  return Object.values({ ...valid, ...overrides })
    .map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',');
};
const found = async (q: string, { client }: StageUser = manager) =>
  (await client.call(listDeals, { query: { q, scope: 'all' } })).body;

describe('an import of deals', () => {
  test('creates deals with history and figures, and an undo deletes those not edited since', async () => {
    const read = await uploadAndRead(
      manager,
      file(
        row({ number: '9101', finance: manager.username, funded: '2025-10-20' }),
        row({ number: '9102', type: 'L', condition: 'N', seller: 'Closewell, Sal', delivered: '' }),
      ),
    );
    expect(read.mapping).not.toContain(null);
    const checked = await check(manager, read);
    expect(checked).toMatchObject({ readyRecords: 2, problemRows: 0, problems: [] });
    expect(await runOrUndo(manager, read.id, 'run')).toMatchObject({
      state: 'imported',
      created: 2,
    });

    const [listed] = await found('9101');
    const { body: deal } = await fetchDeal(manager, listed?.id ?? 0);
    expect(deal).toMatchObject({
      status: 'funded',
      type: 'retail',
      condition: 'used',
      stockNumber: 'U1234',
      signedOn: '2025-10-01',
      deliveredOn: '2025-10-03',
      fundedOn: '2025-10-20',
      priceCents: 2_500_000,
      salesperson: { id: seller.id },
      financeManager: { id: manager.id },
      gross: {
        frontCents: 2_500_000 - 2_100_000 - 80_000 - 20_000 - 60_000,
        backCents: 35_050 + 249_500 - 110_000,
      },
      trade: { allowanceCents: 900_000, acvCents: 840_000, payoffCents: 0 },
      customer: { name: 'Ida Buysmore' },
    });
    expect((await events(manager, deal.id)).map(({ data }) => data.kind)).toEqual([
      ...['status', 'status', 'status', 'written'],
    ]);
    const [leased] = await found('9102');
    expect(leased).toMatchObject({
      status: 'signed',
      type: 'lease',
      customer: deal.customer,
    });

    const { body: page } = await fetchDeal(manager, leased?.id ?? 0);
    expect((await save(manager, page, { note: 'Plates ordered' })).status).toBe(200);
    expect(await runOrUndo(manager, read.id, 'undo')).toMatchObject({ state: 'undone', kept: 1 });
    expect(await found('9101')).toEqual([]);
    expect((await found('9102')).map(({ customer }) => customer)).toEqual([deal.customer]);
  });

  test('reads house deals and closers, and refuses a closer who sold it', async () => {
    const closing = (closer: string, values: Record<string, string>) => `${row(values)},${closer}`;
    const text = (...rows: string[]) => [`${header},Closer`, ...rows].join('\n');
    const good = text(
      closing(manager.username, { number: '9151', seller: 'HOUSE' }),
      closing('', { number: '9152', seller: 'House deal' }),
    );
    const read = await uploadAndRead(manager, good);
    expect(await check(manager, read)).toMatchObject({ readyRecords: 2, problems: [] });
    expect(await runOrUndo(manager, read.id, 'run')).toMatchObject({ created: 2 });
    const [listed] = await found('9151');
    expect((await fetchDeal(manager, listed?.id ?? 0)).body).toMatchObject({
      salesperson: null,
      closer: { id: manager.id },
      credits: [{ person: null }, { role: 'closer', person: { id: manager.id } }],
    });
    const wrong = await uploadAndRead(manager, text(closing(seller.username, { number: '9153' })));
    expect((await check(manager, wrong)).problems).toMatchObject([
      { field: 'closer', error: 'Already a salesperson of this deal' },
    ]);
  });

  test('reports the invalid field of each invalid row', async () => {
    const otherDeal = await create(seller, (await addCustomer(seller)).id, { number: '9299' });
    const wrong: [string, Record<string, string>, string][] = [
      ['number', { number: 'A deal' }, 'Use 3 to 10 digits'],
      ['type', { type: 'Barter' }, 'Enter a type such as retail'],
      ['condition', { condition: 'Old' }, 'Enter new, used or CPO'],
      ['vin', { vin: '123' }, 'A VIN has 17 characters, without I, O and Q'],
      ['vehicle', { car: '' }, 'Required'],
      ['customerName', { customer: '' }, 'No customer matches; enter a name to add one'],
      ['salesperson', { seller: 'Nobody Special' }, 'No employee of this store is called'],
      ['salesperson', { seller: '' }, 'Required'],
      ['financeManager', { finance: 'gone' }, 'No employee of this store is called gone'],
      ['signedOn', { signed: '2/30/2025' }, 'Enter a date such as 11/03/2026'],
      ['signedOn', { signed: '' }, 'Required because the deal was delivered'],
      ['deliveredOn', { delivered: '9/30/2025' }, 'Can’t be before the previous date'],
      ['fundedOn', { funded: '1/1/2098' }, 'Can’t be in the future'],
      ['price', { price: '(100.00)' }, 'Enter an amount of 0 or more'],
      ['cost', { cost: 'secret' }, 'Enter an amount such as 1,234.56'],
      ['tradePayoff', { payoff: '99,999,999' }, 'At most $1,000,000'],
      ['number', { number: otherDeal.number }, 'This store already has a deal with this number'],
      ['number', { number: '9202' }, 'Same as row 4'],
    ];
    const rows = wrong.map(([, overrides], at) =>
      row({
        number: String(9200 + at),
        phone: `(620) 555-61${String(at).padStart(2, '0')}`,
        ...overrides,
      }),
    );
    const { problems, readyRecords } = await check(
      manager,
      await uploadAndRead(manager, file(...rows)),
    );
    expect(readyRecords).toBe(0);
    expect(problems).toEqual(
      wrong.map(([field, , error], at) => ({
        row: at + 2,
        field,
        error: expect.stringContaining(error),
      })),
    );
  });

  test('is for managers of the store; costs only with access to them', async () => {
    expect((await upload(seller, file(row()))).status).toBe(403);
    expect((await upload(manager, file(row()), { store: 'chevrolet' })).status).toBe(400);
    const withoutCosts = await stage.addEmployee({ role: 'manager' });
    const read = await uploadAndRead(withoutCosts, file(row({ number: '9301' })));
    const left = read.header.filter((_, at) => read.mapping[at] === null);
    expect(left).toEqual(['Cost', 'Recon', 'Pack', 'Reserve', 'Product Cost', 'ACV']);
    const all = (await uploadAndRead(manager, file(row()))).mapping;
    const params = { kind, importId: read.id };
    const { status } = await withoutCosts.client.call(calls.checkImport, {
      params,
      body: { mapping: all },
    });
    expect(status).toBe(400);
    await check(withoutCosts, read);
    expect(await runOrUndo(withoutCosts, read.id, 'run')).toMatchObject({ created: 1 });
    expect((await found('9301'))[0]).toMatchObject({ gross: { frontCents: 0, backCents: 0 } });
    const other = await stage.addEmployee(costAccess);
    expect((await other.client.call(calls.getImport, { params })).status).toBe(404);
  });

  test.each([
    ['windows-1252', (text: string) => Buffer.from(text, 'latin1')],
    ['utf-16le', (text: string) => Buffer.from(text, 'utf16le')],
  ])(
    'in %s is decoded correctly, and a second import finds no new deals',
    async (encoding, encode) => {
      const number = encoding === 'utf-16le' ? '9401' : '9402';
      const bytes = encode(file(row({ number, customer: 'José Núñez', phone: '620 555 6400' })));
      const read = await uploadAndRead(manager, bytes);
      expect(read.encoding).toBe(encoding);
      await check(manager, read);
      await runOrUndo(manager, read.id, 'run');
      expect((await found(number))[0]?.customer.name).toBe('José Núñez');
      const again = await check(manager, await uploadAndRead(manager, bytes));
      expect(again).toMatchObject({ readyRecords: 0, knownRecords: 1, problemRows: 0 });
    },
  );
});

describe('the vehicle of an imported deal', () => {
  const carSold = '2026-03-02';
  const carDelivered = '2026-03-04';
  const days = { signed: carSold, delivered: carDelivered };
  const statusChanges = async (vehicleId: number) =>
    (await stage.inventoryManager.client.call(listHistory, { params: { vehicleId } })).body
      .filter(({ data }) => data.kind === 'status')
      .map(({ data }) => data);

  test('changes status on the dates of the deal, and is restored by an undo', async () => {
    const [sold, deliveredCar] = [
      await addCar(stage.inventoryManager),
      await addCar(stage.inventoryManager),
    ];
    const read = await uploadAndRead(
      manager,
      file(
        row({ number: '9501', vin: deliveredCar.vin, ...days, phone: '620 555 6501' }),
        row({ number: '9502', vin: sold.vin, ...days, delivered: '', phone: '620 555 6502' }),
        row({ number: '9503', ...days, phone: '620 555 6503' }),
      ),
    );
    expect(await check(manager, read)).toMatchObject({ readyRecords: 3, noteRows: 0, notes: [] });
    expect((await fetchCar(stage.inventoryManager, deliveredCar.id)).status).toBe('frontline');
    await runOrUndo(manager, read.id, 'run');

    expect(await fetchCar(stage.inventoryManager, deliveredCar.id)).toMatchObject({
      // From acquisition to delivery.
      status: 'delivered',
      inStock: false,
      daysInStock: 58,
    });
    expect((await fetchCar(stage.inventoryManager, sold.id)).status).toBe('sold');
    expect((await statusChanges(deliveredCar.id))[0]).toMatchObject({
      from: 'frontline',
      to: 'delivered',
      reason: 'Deal 9501',
    });
    expect((await found('9501'))[0]?.vehicleId).toBe(deliveredCar.id);

    expect(await runOrUndo(manager, read.id, 'undo')).toMatchObject({ state: 'undone', kept: 0 });
    for (const { id } of [sold, deliveredCar]) {
      expect(await fetchCar(stage.inventoryManager, id)).toMatchObject({
        status: 'frontline',
        inStock: true,
      });
      expect((await statusChanges(id))[0]?.kind).toBe('status');
    }
  });

  test('that was received later by its history had arrived by the day it was delivered', async () => {
    const car = await addCar(stage.inventoryManager, { status: 'in_transit' });
    await stage.inventoryManager.client.call(setVehicleStatus, {
      params: { vehicleId: car.id },
      body: { version: car.version, status: 'received' },
    });
    const read = await uploadAndRead(
      manager,
      file(row({ number: '9504', vin: car.vin, ...days, phone: '620 555 6504' })),
    );
    await check(manager, read);
    await runOrUndo(manager, read.id, 'run');
    const { rows } = await sql`select status, arrived_on::text from stock_vehicles
      where id = ${car.id}`.execute(stage.platform.db);
    expect(rows).toEqual([{ status: 'delivered', arrived_on: carDelivered }]);
  });

  test('stays sold if its deal is kept, and keeps a later status change', async () => {
    const [untouched, changed] = [
      await addCar(stage.inventoryManager),
      await addCar(stage.inventoryManager),
    ];
    const read = await uploadAndRead(
      manager,
      file(
        row({ number: '9511', vin: untouched.vin, ...days, delivered: '', phone: '620 555 6511' }),
        row({ number: '9512', vin: changed.vin, ...days, delivered: '', phone: '620 555 6512' }),
      ),
    );
    await check(manager, read);
    await runOrUndo(manager, read.id, 'run');
    const [deal] = await found('9511');
    const { body: page } = await fetchDeal(manager, deal?.id ?? 0);
    expect((await save(manager, page, { note: 'Plates ordered' })).status).toBe(200);
    const { version } = await fetchCar(stage.inventoryManager, changed.id);
    const params = { vehicleId: changed.id };
    const body = { version, status: 'delivered' } as const;
    await stage.inventoryManager.client.call(setVehicleStatus, { params, body });

    expect(await runOrUndo(manager, read.id, 'undo')).toMatchObject({ kept: 1 });
    expect((await fetchCar(stage.inventoryManager, untouched.id)).status).toBe('sold');
    expect((await fetchCar(stage.inventoryManager, changed.id)).status).toBe('delivered');
  });

  test('stays unchanged if it cannot be sold, and the row has a warning', async () => {
    const hyundai = await stage.addEmployee({
      ...costAccess,
      storeAccess: ['hyundai'],
      pagePermissions: ['fleet_operations'],
    });
    const otherDeal = await addCar(hyundai, { store: 'hyundai' });
    const later = await addCar(stage.inventoryManager, { acquiredOn: '2026-03-05' });
    const reserved = await addCar(stage.inventoryManager);
    const other = await create(seller, (await addCustomer(seller)).id, { vehicleId: reserved.id });
    const twice = await addCar(stage.inventoryManager);
    const read = await uploadAndRead(
      manager,
      file(
        ...[newVin(), otherDeal.vin, later.vin, reserved.vin, twice.vin, twice.vin].map((vin, at) =>
          row({ number: `952${at}`, vin, ...days, phone: `620 555 652${at}` }),
        ),
      ),
    );
    const checked = await check(manager, read);
    const notes = [
      [2, 'This store has no vehicle with this VIN in stock'],
      [3, 'The vehicle is in stock at Hyundai and stays unchanged'],
      [4, `Vehicle ${later.stockNumber} came into stock after this deal and stays unchanged`],
      [5, `The vehicle is already on deal ${other.number}`],
      [7, 'The vehicle belongs to the deal in row 6'],
    ];
    expect(checked).toMatchObject({ readyRecords: 6, problemRows: 0, noteRows: 5 });
    expect(checked.notes).toEqual(
      notes.map(([at, note]) => ({
        row: at,
        field: 'vin',
        note: expect.stringContaining(`${note}`),
      })),
    );
    expect(await runOrUndo(manager, read.id, 'run')).toMatchObject({ created: 6 });
    for (const { id } of [later, reserved])
      expect((await fetchCar(stage.inventoryManager, id)).status).toBe('frontline');
    expect((await fetchCar(hyundai, otherDeal.id)).status).toBe('frontline');
    expect((await fetchCar(stage.inventoryManager, twice.id)).status).toBe('delivered');
    await runOrUndo(manager, read.id, 'undo');
    expect((await fetchCar(stage.inventoryManager, twice.id)).status).toBe('frontline');
  });

  test('in recon goes on there when the import is undone', async () => {
    const added = await addCar(stage.inventoryManager, { status: 'received' });
    await stage.inventoryManager.client.call(setVehicleStatus, {
      params: { vehicleId: added.id },
      body: { version: added.version, status: 'recon' },
    });
    const read = await uploadAndRead(
      manager,
      file(row({ number: '9531', vin: added.vin, ...days, phone: '620 555 6531' })),
    );
    await check(manager, read);
    await runOrUndo(manager, read.id, 'run');
    const sold = await fetchCar(stage.inventoryManager, added.id);
    expect(sold).toMatchObject({ status: 'delivered', recon: null });
    await runOrUndo(manager, read.id, 'undo');
    expect(await fetchCar(stage.inventoryManager, added.id)).toMatchObject({
      status: 'recon',
      recon: { stage: 'intake' },
    });
  });

  describe('with a deposit', () => {
    let cashier: StageUser;
    beforeAll(async () => {
      cashier = await stage.addEmployee({
        ...costAccess,
        pagePermissions: ['fleet_operations', 'customer_management'],
      });
    });

    async function reserve(customerId: number) {
      const car = await addCar(stage.inventoryManager);
      const { status } = await cashier.client.call(takeDeposit, {
        params: { vehicleId: car.id },
        body: {
          clientId: crypto.randomUUID(),
          version: car.version,
          customerId,
          cents: 50_000,
          expiresOn: addDays(dateAt(defaultTimezone, Date.now()), 3),
        },
      });
      expect(status).toBe(201);
      return car;
    }
    const outcomeOf = async (unitId: number) => {
      const { rows } = await sql<{ outcome: string | null }>`
        select outcome from stock_deposits where unit_id = ${unitId}`.execute(stage.platform.db);
      return rows.map(({ outcome }) => outcome);
    };

    test.each([
      ['delivered', '9541', carDelivered],
      ['signed', '9542', ''],
    ])('of another customer stays unchanged by a %s deal', async (_, number, delivered) => {
      const car = await reserve((await addCustomer(seller)).id);
      const phone = `620 555 ${number}`;
      const read = await uploadAndRead(
        manager,
        file(row({ number, vin: car.vin, ...days, delivered, phone })),
      );
      expect((await check(manager, read)).notes).toMatchObject([
        { row: 2, note: expect.stringContaining('has a deposit from another customer') },
      ]);
      expect(await runOrUndo(manager, read.id, 'run')).toMatchObject({ created: 1 });
      expect((await fetchCar(stage.inventoryManager, car.id)).status).toBe('deposit');
      expect(await outcomeOf(car.id)).toEqual([null]);
    });

    test('of its buyer takes it, and gives it back unless it is in stock again', async () => {
      const { body: buyer } = await seller.client.call(createCustomer, {
        body: {
          clientId: crypto.randomUUID(),
          store: 'ford',
          kind: 'person',
          firstName: 'Ida',
          lastName: 'Buysmore',
          phones: [{ number: '620 555 6551', kind: 'mobile' }],
        } as never,
      });
      const [stays, returns] = [await reserve(buyer.id), await reserve(buyer.id)];
      const read = await uploadAndRead(
        manager,
        file(
          row({ number: '9551', vin: stays.vin, ...days, phone: '620 555 6551' }),
          row({ number: '9552', vin: returns.vin, ...days, phone: '620 555 6551' }),
        ),
      );
      expect(await check(manager, read)).toMatchObject({ readyRecords: 2, notes: [] });
      await runOrUndo(manager, read.id, 'run');
      for (const { id } of [stays, returns]) expect(await outcomeOf(id)).toEqual(['applied']);
      await addCar(stage.inventoryManager, { vin: stays.vin, acquiredFrom: 'trade' });
      await runOrUndo(manager, read.id, 'undo');
      expect((await fetchCar(stage.inventoryManager, stays.id)).status).toBe('delivered');
      expect(await outcomeOf(stays.id)).toEqual(['applied']);
      expect((await fetchCar(stage.inventoryManager, returns.id)).status).toBe('deposit');
      expect(await outcomeOf(returns.id)).toEqual([null]);
    });
  });
});

describe('a locked month', () => {
  const lockThrough = (through: string | null) =>
    stage.platform.db
      .insertInto('month_locks')
      .values({ store: 'ford', through, changed_by: manager.id })
      .execute();
  afterEach(() => lockThrough(null));

  test('takes no imported deals, and keeps those it has when the import is undone', async () => {
    const before = await uploadAndRead(manager, file(row({ number: '9701' })));
    await check(manager, before);
    expect(await runOrUndo(manager, before.id, 'run')).toMatchObject({ created: 1 });
    await lockThrough('2025-10-31');
    const { problems, readyRecords } = await check(
      manager,
      await uploadAndRead(
        manager,
        file(
          row({ number: '9702' }),
          row({ number: '9703', signed: '10/31/2025', delivered: '11/01/2025' }),
          row({ number: '9704', signed: '11/01/2025', delivered: '11/02/2025' }),
        ),
      ),
    );
    expect(readyRecords).toBe(1);
    const error = 'October 2025 is locked';
    expect(problems).toEqual([
      { row: 2, field: 'signedOn', error },
      { row: 2, field: 'deliveredOn', error },
      { row: 3, field: 'signedOn', error },
    ]);
    expect(await runOrUndo(manager, before.id, 'undo')).toMatchObject({ kept: 1 });
    expect(await found('9701')).toHaveLength(1);
  });

  test('that is being locked keeps the deals of an import that is undone meanwhile', async () => {
    const { db } = stage.platform;
    const read = await uploadAndRead(manager, file(row({ number: '9711' })));
    await check(manager, read);
    await runOrUndo(manager, read.id, 'run');
    const { undo } = await db.transaction().execute(async (tx) => {
      // As locking a month does.
      await sql`select pg_advisory_xact_lock(hashtext('month locks of ford'), 0)`.execute(tx);
      const undo = runOrUndo(manager, read.id, 'undo');
      await expect.poll(countWaiting).toBe(1);
      await tx
        .insertInto('month_locks')
        .values({ store: 'ford', through: '2025-10-31', changed_by: manager.id })
        .execute();
      return { undo };
    });
    expect(await undo).toMatchObject({ kept: 1 });
    expect(await found('9711')).toHaveLength(1);
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
