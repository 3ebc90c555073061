import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StageUser } from '../src/modules/admin/test/stage.ts';
import { getDay, getStats } from '../src/modules/dashboard/contract.ts';
import { clearRecords } from '../src/modules/dashboard/test/stage.ts';
import {
  addCustomer,
  create,
  type DealStage,
  fetchDeal,
  moveThrough,
  openDealStage,
} from '../src/modules/deals/test/stage.ts';
import { grossFigures } from '../src/modules/deals/web/parts/worksheet/figures.ts';
import { defaultTimezone } from '../src/modules/organization/contract.ts';
import { lineOf, move, open } from '../src/modules/repair-orders/test/stage.ts';
import { writeFilters } from '../src/modules/reports/contract/filters.ts';
import type { Figures, ReportId } from '../src/modules/reports/contract/report.ts';
import { exportReport, getReport } from '../src/modules/reports/contract.ts';
import { exportTeam, getOwnSheet, getSheet } from '../src/modules/time-clock/contract/sheets.ts';
import { addDays, instantOf } from '../src/platform/contract/wallTime.ts';

// Twelve cases worked by hand, as a controller would on paper. Worksheet, record, dashboard, reports and their
// exports must all say the same.
let stage: DealStage;
let gm: StageUser;
let customerId: number;
/** Ines and Juno sell, Gil closes, Fay is the F&I manager. */
const team = {} as Record<'ines' | 'juno' | 'gil' | 'fay', StageUser>;
type Person = keyof typeof team;

const grants = {
  pagePermissions: ['customer_management', 'dashboard', 'reports'],
  featurePermissions: ['view_data', 'create_records', 'financial_reports', 'utilities'],
} as const;

beforeAll(async () => {
  stage = await openDealStage();
  gm = await stage.addEmployee({ ...grantsOf('general_manager'), department: 'finance' });
  for (const [name, lastName] of [
    ['ines', 'Okafor'],
    ['juno', 'Park'],
    ['gil', 'Stone'],
    ['fay', 'Reyes'],
  ] as const) {
    team[name] = await stage.addEmployee({ ...grantsOf('manager'), firstName: name, lastName });
  }
  customerId = (await addCustomer(gm)).id;
});
beforeEach(() => clearRecords(stage));
afterAll(() => stage.stop());

const grantsOf = (role: 'manager' | 'general_manager') => ({
  role,
  pagePermissions: [...grants.pagePermissions],
  featurePermissions: [...grants.featurePermissions],
});

interface Deal {
  type?: string;
  method?: string;
  price: number;
  cost: number;
  recon?: number;
  pack?: number;
  reserve?: number;
  /** Price and cost; a product without a cost earns nothing yet. */
  products?: [number, number?][];
  /** Allowance and actual cash value. */
  trade?: [number, number];
  sold: [Person?, Person?];
  closer?: Person;
  finance?: Person;
}

interface Case {
  name: string;
  deals: Deal[];
  /** Of each deal, in cents. */
  gross: { front: number; back: number }[];
  /** What the store counts: units, front, back. */
  store: [number, number, number];
  /** The same for each salesperson; `houseDeals` for deals without one. */
  people: Partial<Record<Person | 'houseDeals', [number, number, number]>>;
  closer?: [Person, number, number];
  /** Units and back gross in F&I. */
  finance?: [Person, number, number];
}

const cases: Case[] = [
  {
    // 32,500 − 30,000 − 500 pack = 2,000 front. 800 reserve + (2,000 − 1,100) contract = 1,700 back.
    name: '1. a new unit with a service contract',
    deals: [
      {
        price: 3_250_000,
        cost: 3_000_000,
        pack: 50_000,
        reserve: 80_000,
        products: [[200_000, 110_000]],
        sold: ['ines'],
      },
    ],
    gross: [{ front: 200_000, back: 170_000 }],
    store: [1, 200_000, 170_000],
    people: { ines: [1, 200_000, 170_000] },
  },
  {
    // 18,995 − 15,000 − 1,250 recon − 400 pack − (6,000 − 5,200) over-allowance = 1,545.
    name: '2. a used unit with an over-allowance, paid in cash',
    deals: [
      {
        method: 'cash',
        price: 1_899_500,
        cost: 1_500_000,
        recon: 125_000,
        pack: 40_000,
        trade: [600_000, 520_000],
        sold: ['juno'],
      },
    ],
    gross: [{ front: 154_500, back: 0 }],
    store: [1, 154_500, 0],
    people: { juno: [1, 154_500, 0] },
  },
  {
    // 21,000 − 19,500 − 600 − 300 + 500, as the trade-in is worth more than was allowed = 1,100.
    name: '3. a trade-in that is worth more than its allowance',
    deals: [
      {
        price: 2_100_000,
        cost: 1_950_000,
        recon: 60_000,
        pack: 30_000,
        reserve: 45_050,
        trade: [400_000, 450_000],
        sold: ['ines'],
      },
    ],
    gross: [{ front: 110_000, back: 45_050 }],
    store: [1, 110_000, 45_050],
    people: { ines: [1, 110_000, 45_050] },
  },
  {
    // 24,999.99 − 26,000 = −1,000.01: −500.01 and −500.00. 333.33: 166.67 and 166.66.
    name: '4. a loss that two share, with an odd cent',
    deals: [{ price: 2_499_999, cost: 2_600_000, reserve: 33_333, sold: ['ines', 'juno'] }],
    gross: [{ front: -100_001, back: 33_333 }],
    store: [1, -100_001, 33_333],
    people: { ines: [0.5, -50_001, 16_667], juno: [0.5, -50_000, 16_666] },
  },
  {
    // No cost entered: no front yet. The product without a cost earns nothing yet: 600 reserve, 300 each.
    name: '5. a shared deal whose cost is not known',
    deals: [
      {
        price: 2_000_000,
        cost: 0,
        pack: 40_000,
        reserve: 60_000,
        products: [[90_000]],
        sold: ['juno', 'ines'],
      },
    ],
    gross: [{ front: 0, back: 60_000 }],
    store: [1, 0, 60_000],
    people: { juno: [0.5, 0, 30_000], ines: [0.5, 0, 30_000] },
  },
  {
    // 15,000 − 13,500 − 200 − 300 = 1,000. 250 reserve + (800 − 300) GAP = 750.
    name: '6. a house deal, closed by a manager, with F&I',
    deals: [
      {
        price: 1_500_000,
        cost: 1_350_000,
        recon: 20_000,
        pack: 30_000,
        reserve: 25_000,
        products: [[80_000, 30_000]],
        sold: [],
        closer: 'gil',
        finance: 'fay',
      },
    ],
    gross: [{ front: 100_000, back: 75_000 }],
    store: [1, 100_000, 75_000],
    people: { houseDeals: [1, 100_000, 75_000] },
    closer: ['gil', 1, 100_000],
    finance: ['fay', 1, 75_000],
  },
  {
    // 31,000 − 28,500 − 490 = 2,010. 1,200 + 1 cent back: 600.01 and 600.00.
    name: '7. a lease that two share, with closer and F&I',
    deals: [
      {
        type: 'lease',
        method: 'lease',
        price: 3_100_000,
        cost: 2_850_000,
        pack: 49_000,
        reserve: 120_001,
        sold: ['ines', 'juno'],
        closer: 'gil',
        finance: 'fay',
      },
    ],
    gross: [{ front: 201_000, back: 120_001 }],
    store: [1, 201_000, 120_001],
    people: { ines: [0.5, 100_500, 60_001], juno: [0.5, 100_500, 60_000] },
    closer: ['gil', 1, 201_000],
    finance: ['fay', 1, 120_001],
  },
  {
    name: '8. a wholesale deal beside a retail one',
    deals: [
      { type: 'wholesale', price: 700_000, cost: 750_000, sold: ['ines'] },
      { price: 2_500_000, cost: 2_350_000, sold: ['ines'] },
    ],
    gross: [
      { front: -50_000, back: 0 },
      { front: 150_000, back: 0 },
    ],
    store: [1, 150_000, 0],
    people: { ines: [1, 150_000, 0] },
  },
  {
    // Ines: 1,500 + 500. Juno: 500 of the shared one. House deal: 700.
    name: '9. a month of whole, shared and house deals',
    deals: [
      { price: 2_500_000, cost: 2_350_000, reserve: 10_000, sold: ['ines'], finance: 'fay' },
      {
        price: 2_500_000,
        cost: 2_400_000,
        reserve: 30_000,
        sold: ['ines', 'juno'],
        finance: 'fay',
      },
      { price: 2_500_000, cost: 2_430_000, sold: [] },
    ],
    gross: [
      { front: 150_000, back: 10_000 },
      { front: 100_000, back: 30_000 },
      { front: 70_000, back: 0 },
    ],
    store: [3, 320_000, 40_000],
    people: {
      ines: [1.5, 200_000, 25_000],
      juno: [0.5, 50_000, 15_000],
      houseDeals: [1, 70_000, 0],
    },
    finance: ['fay', 2, 40_000],
  },
];

const idOf = (person: Person | undefined) => (person ? team[person].id : null);

const bodyOf = (deal: Deal) => ({
  type: deal.type ?? 'retail',
  method: deal.method ?? 'finance',
  salespersonId: idOf(deal.sold[0]),
  secondSalespersonId: idOf(deal.sold[1]),
  closerId: idOf(deal.closer),
  financeManagerId: idOf(deal.finance),
  priceCents: deal.price,
  costs: {
    costCents: deal.cost,
    reconCents: deal.recon ?? 0,
    packCents: deal.pack ?? 0,
    reserveCents: deal.reserve ?? 0,
  },
  products: (deal.products ?? []).map(([priceCents, costCents]) => ({
    kind: 'service_contract',
    priceCents,
    ...(costCents !== undefined && { costCents }),
  })),
  trade: deal.trade && {
    vehicle: '2018 Kia Sorento',
    payoffCents: 0,
    allowanceCents: deal.trade[0],
    acvCents: deal.trade[1],
  },
});

/** The figures of each row of a report of this month by key, and the total. */
async function reportOf(report: ReportId, by: string): Promise<Map<string, Figures>> {
  const query = { period: 'this_month' as const, by };
  const { body } = await gm.client.call(getReport, { params: { report }, query });
  const rows = body.rows.map(({ key, figures }) => [key, figures] as const);
  return new Map([...rows, ['total', body.total.figures]]);
}

const keyOf = (name: string) => (name === 'houseDeals' ? '' : String(team[name as Person].id));

const monthOf = async ({ client }: StageUser) => {
  const { month } = (await client.call(getDay)).body;
  return Object.fromEntries(month.map(({ kind, now }) => [kind, now]));
};

/** The cells of a CSV line; none of these has a comma inside. */
const csvOf = (file: unknown) =>
  String(file)
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')));

describe('gross and credit', () => {
  test.each(cases)('$name', async ({ deals, gross, store, people, closer, finance }) => {
    for (const [at, deal] of deals.entries()) {
      const written = await create(gm, customerId, bodyOf(deal));
      await moveThrough(gm, written, 'signed', 'delivered');
      const { front, back } = gross[at] ?? { front: 0, back: 0 };
      const { body: record } = await fetchDeal(gm, written.id);
      expect(record.gross).toEqual({ frontCents: front, backCents: back });
      expect(grossFigures(record)).toMatchObject({ frontCents: front, backCents: back });
    }

    const [units, front, back] = store;
    const perUnitCents = units === 0 ? null : Math.round((front + back) / units);
    const { standings } = (await gm.client.call(getStats)).body;
    expect(standings).toMatchObject([
      { store: 'ford', units, gross: { frontCents: front, backCents: back, perUnitCents } },
    ]);

    const sales = await reportOf('sales', 'salesperson');
    const office = await reportOf('finance', 'salesperson');
    expect(sales.get('total')).toMatchObject({ units, frontGross: front });
    expect(office.get('total')).toMatchObject({ units, backGross: back });
    const rows = [...sales.keys()].filter((key) => key !== 'total');
    expect(rows.toSorted()).toEqual(Object.keys(people).map(keyOf).toSorted());
    const sums = [0, 0, 0];
    for (const [name, [own, ownFront, ownBack]] of Object.entries(people)) {
      const key = keyOf(name);
      expect([name, sales.get(key)]).toMatchObject([name, { units: own, frontGross: ownFront }]);
      expect([name, office.get(key)]).toMatchObject([name, { units: own, backGross: ownBack }]);
      const only = writeFilters([{ by: 'salesperson', key }]);
      const { body: file } = await gm.client.call(exportReport, {
        params: { report: 'sales' },
        body: { period: 'this_month', only, what: 'records' },
      });
      const [head = [], ...lines] = csvOf(file);
      const sumOf = (column: string) =>
        lines.reduce((sum, cells) => sum + Number(cells[head.indexOf(column)]), 0);
      expect(sumOf('Units')).toBe(own);
      [own, ownFront, ownBack].forEach((value, at) => {
        sums[at] = (sums[at] ?? 0) + value;
      });
      if (name === 'houseDeals') continue;
      expect(await monthOf(team[name as Person])).toMatchObject({
        units: own,
        gross: ownFront + ownBack,
      });
    }
    // People add up to the store.
    expect(sums).toEqual(store);

    if (closer) {
      const [name, closed, closedFront] = closer;
      const row = (await reportOf('sales', 'closer')).get(keyOf(name));
      expect(row).toMatchObject({ units: closed, frontGross: closedFront });
      expect(await monthOf(team[name])).toMatchObject({
        closedUnits: closed,
        closedGross: closedFront + back,
      });
    }
    if (finance) {
      const [name, handled, handledBack] = finance;
      const row = (await reportOf('finance', 'financeManager')).get(keyOf(name));
      expect(row).toMatchObject({ units: handled, backGross: handledBack });
      expect(await monthOf(team[name])).toMatchObject({
        financeUnits: handled,
        financeGross: handledBack,
      });
    }
  });
});

// A past week without hours in the demo group.
const sunday = '2025-03-02';
const hourMs = 3_600_000;

type Punch = readonly ['clock_in' | 'clock_out' | 'break_start' | 'break_end', string];

describe('payroll hours', () => {
  test.each<{ name: string; day: Punch[]; paid: number; overtime: number }>([
    {
      // Five days of nine hours: 45, of which 5 are beyond 40.
      name: '10. five days worked through',
      day: [
        ['clock_in', '08:00'],
        ['clock_out', '17:00'],
      ],
      paid: 45,
      overtime: 5,
    },
    {
      // Nine hours less half an hour of lunch; the rest of a quarter hour is paid: 5 × 8.5 = 42.5.
      name: '11. five days with lunch and a paid rest',
      day: [
        ['clock_in', '08:00'],
        ['break_start', '12:00'],
        ['break_end', '12:30'],
        ['break_start', '15:00'],
        ['break_end', '15:15'],
        ['clock_out', '17:00'],
      ],
      paid: 42.5,
      overtime: 2.5,
    },
  ])('$name', async ({ day, paid, overtime }) => {
    const nora = await stage.addEmployee({ featurePermissions: ['utilities'] });
    const punches = [1, 2, 3, 4, 5].flatMap((at) =>
      day.map(([kind, wall]) => ({
        user_id: nora.id,
        source: 'online',
        client_id: crypto.randomUUID(),
        kind,
        at: new Date(instantOf(defaultTimezone, `${addDays(sunday, at)}T${wall}`)),
      })),
    );
    await stage.platform.db.insertInto('time_punches').values(punches).execute();
    const totals = { paidMs: paid * hourMs, overtimeMs: overtime * hourMs };
    const own = await nora.client.call(getOwnSheet, { query: { week: sunday } });
    expect(own.body.totals).toMatchObject(totals);
    const sheet = await gm.client.call(getSheet, {
      params: { id: nora.id },
      query: { week: sunday },
    });
    expect(sheet.body.totals).toEqual(own.body.totals);

    const query = {
      period: 'custom' as const,
      from: sunday,
      to: addDays(sunday, 6),
      by: 'person',
    };
    const { body } = await gm.client.call(getReport, { params: { report: 'people' }, query });
    const row = body.rows.find(({ key }) => key === String(nora.id));
    expect(row?.figures).toMatchObject({ hours: paid, overtime });

    const { body: file } = await gm.client.call(exportTeam, { body: { week: sunday } });
    const [head = [], ...lines] = csvOf(file);
    const line = lines.find((cells) => cells.includes(sheet.body.person.emrn)) ?? [];
    const cell = (column: string) => Number(line[head.indexOf(column)]);
    expect([cell('paid_hours'), cell('overtime_hours')]).toEqual([paid, overtime]);
    expect([cell('paid_ms'), cell('overtime_ms')]).toEqual(Object.values(totals));
  });

  test('12. flagged hours of a technician, without the line the customer declined', async () => {
    const technician = await stage.addEmployee({
      ...grantsOf('manager'),
      department: 'service',
    });
    const line = (hoursFlagged: number, declined = false) =>
      lineOf({ hoursFlagged, declined, technicianId: technician.id });
    const opened = await open(gm, customerId, { lines: [line(140), line(90), line(200, true)] });
    let order = opened;
    for (const status of ['in_work', 'completed', 'closed'] as const) {
      order = (await move(gm, order, status)).body;
    }
    expect(order.status).toBe('closed');
    // 1.4 + 0.9.
    const done = order.lines.filter(({ declined }) => !declined);
    expect(done.reduce((sum, { hoursFlagged }) => sum + hoursFlagged, 0)).toBe(230);
    expect(await monthOf(technician)).toMatchObject({ hours: 230 });
    const service = await reportOf('service', 'technician');
    expect(service.get(String(technician.id))).toMatchObject({ hours: 2.3 });
  });
});
