import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely as createKysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { type ReportId, reportIds } from '../../../src/modules/reports/contract/report.ts';
import { getReport, listReportRecords } from '../../../src/modules/reports/contract.ts';
import { leadsReport } from '../../../src/modules/reports/server/reports/leads/report.ts';
import { serviceReport } from '../../../src/modules/reports/server/reports/service/report.ts';
import { reconReport } from '../../../src/modules/reports/server/reports/stock/recon.ts';
import type { AnyTables } from '../../../src/platform/server/db/database.ts';
import type { Writer } from '../../support/writers.ts';
import { untilQuiet } from '../measure/quiet.ts';
import { median, quantile } from '../measure/statistics.ts';
import { fixed, printTable, rounded } from '../measure/table.ts';
import { type Product, startProduct } from '../subjects/product.ts';
import { dealCount, insertRecords, leadCount, orderCount } from './reportsData.ts';

// Every report over five years of a group, for users of one store and of all stores: each response has the figures of the
// period, of the previous one, of a year ago and of twenty-four months.

const times = 30;
const people = 48;

const personOf: Record<ReportId, string> = {
  sales: 'salesperson',
  finance: 'financeManager',
  inventory: 'store',
  recon: 'store',
  service: 'technician',
  leads: 'assignee',
  people: 'person',
  workforce: 'department',
  chat: 'owner',
};

const today = () => new Date().toISOString().slice(0, 10);
const fiveYears = () => {
  const to = today();
  return `period=custom&from=${Number(to.slice(0, 4)) - 5}${to.slice(4)}&to=${to}`;
};

const queriesOf = (report: ReportId): [string, string][] => [
  ['this month', ''],
  ['this year', 'period=this_year'],
  ['five years', fiveYears()],
  ['five years by person', `${fiveYears()}&by=${personOf[report]}`],
];

async function measureRequests({ server }: Product, reader: Writer, what: string, path: string) {
  await untilQuiet();
  const timesMs: number[] = [];
  for (let time = 0; time < times; time++) {
    const before = performance.now();
    const response = await fetch(server.url + path, { headers: { cookie: reader.cookie } });
    const body = await response.text();
    if (!response.ok) throw new Error(`${path} failed with ${response.status}: ${body}`);
    timesMs.push(performance.now() - before);
  }
  const ms = [median(timesMs), quantile(timesMs, 0.99), Math.max(...timesMs)].map((one) =>
    fixed(one, 1),
  );
  return [what, rounded(timesMs.length), ...ms];
}

async function measure(product: Product, reader: Writer, name: string): Promise<void> {
  const rows: string[][] = [];
  for (const report of reportIds) {
    const path = ({ path }: { path: string }) => path.replace(':report', report);
    for (const [what, query] of queriesOf(report)) {
      rows.push(
        await measureRequests(product, reader, `${report}, ${what}`, `${path(getReport)}?${query}`),
      );
    }
    const records = `${path(listReportRecords)}?${fiveYears()}`;
    rows.push(await measureRequests(product, reader, `${report}, records of five years`, records));
  }
  const size = `${rounded(orderCount)} repair orders, ${rounded(dealCount)} deals, ${rounded(leadCount)} leads`;
  printTable(`${size}, ${name}`, ['', 'times', 'p50 ms', 'p99 ms', 'max ms'], rows);
}

/** Waits until the server has folded all records, which it does every minute. */
async function untilFolded(pool: pg.Pool): Promise<void> {
  for (let waited = 0; waited < 600; waited++) {
    const { rows } = await pool.query<{ folded: boolean; kept: string }>(
      `select exists (select from report_service_state) and not exists (select from report_service_stale)
         and exists (select from report_recon_state) and not exists (select from report_recon_stale) as folded,
         (select count(*) from report_service_days) + (select count(*) from report_recon_facts) as kept`,
    );
    if (rows[0]?.folded) {
      console.log(`\n${rounded(Number(rows[0].kept))} rows in the rollups.`);
      await pool.query('vacuum analyze');
      return;
    }
    await sleep(1_000);
  }
  throw new Error('The records were not folded within ten minutes.');
}

/** Prints the query plans of the statements that the server sends. */
async function printPlans({ pool }: Product): Promise<void> {
  const statements: { sql: string; parameters: readonly unknown[] }[] = [];
  const db = new createKysely<AnyTables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void statements.push(query),
  });
  const span = { from: `${Number(today().slice(0, 4)) - 5}-01-01`, to: today() };
  const stores = ['ford', 'hyundai', 'chevrolet'] as const;
  const rights = { money: true, dealMoney: true, people: true, customers: true, stock: true };
  const scope = { stores, ...rights, userId: 1, role: 'admin' as const };
  const timezone = 'America/Los_Angeles';
  const query = { stores, span, only: [], timezone, today: today(), now: new Date(), scope };
  await serviceReport.read(db, query, 'month');
  await serviceReport.read(db, query, 'technician');
  await serviceReport.records.read(db, query, { after: undefined, limit: 50 });
  await reconReport.read(db, query, 'store');
  await leadsReport.read(db, query, 'assignee');
  for (const { sql, parameters } of statements) {
    const plan = await pool.query(`explain (analyze, costs off, timing off) ${sql}`, [
      ...parameters,
    ]);
    console.log(`\nPlan: ${sql.trim().replace(/\s+/g, ' ').slice(0, 100)}`);
    for (const row of plan.rows) console.log(`  ${row['QUERY PLAN']}`);
  }
}

export async function reports(): Promise<void> {
  const product = await startProduct(people);
  const [manager, executive] = product.people as [Writer, Writer];
  const ids = product.people.map(({ userId }) => userId);
  await insertRecords(product.pool, ids);
  await product.pool.query(
    `update users set page_permissions = '{reports,customer_management,fleet_operations}',
       feature_permissions = '{view_data,financial_reports}', role = 'general_manager',
       store_access = case when id = $1 then '{ford}'::text[] else '{all}'::text[] end
     where id = any($2)`,
    [manager.userId, [manager.userId, executive.userId]],
  );
  await untilFolded(product.pool);
  await measure(product, manager, 'a manager of one store');
  await measure(product, executive, 'all stores');
  await printPlans(product);
  await product.stop();
}
