import { sql } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import { instantOf } from '../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import { deliveredDeal } from '../../deals/test/deliveredDeal.ts';
import { defaultTimezone } from '../../organization/contract.ts';
import { insertStays } from '../../vehicles/server/import.ts';
import { stockRow } from '../../vehicles/test/stockRow.ts';
import type { ReportId } from '../contract/report.ts';
import type { ReportQuery } from '../contract.ts';
import type { Scope } from '../server/policy.ts';
import { getReport } from '../server/query/getReport.ts';

const tables = [
  ...['deal_due_bills', 'deal_products', 'deal_events', 'deals'],
  ...['vehicle_recon_steps', 'vehicle_outings', 'vehicle_alerts', 'vehicle_events'],
  ...['vehicle_pictures', 'stock_deposits', 'stock_curtailments', 'stock_units', 'vehicles'],
  ...['report_target_steps', 'report_targets'],
];

/** An instant in the time zone of the demo group. */
export const at = (localTime: string) => new Date(instantOf(defaultTimezone, localTime));

export const fullScope: Scope = {
  stores: ['ford', 'hyundai', 'chevrolet'],
  money: true,
  dealMoney: true,
  people: true,
  customers: true,
  stock: true,
  userId: 0,
  role: 'admin',
};

interface StageQuery extends Partial<ReportQuery> {
  scope?: Partial<Scope>;
  /** In the group time zone. */
  now?: string;
}

export interface ReportStage extends AdminStage {
  /** Each resolves to the id of the new row. */
  deal(values?: object, products?: readonly object[]): Promise<number>;
  vehicle(values?: object): Promise<number>;
  /** A recon stage with its times in the group time zone. */
  step(
    vehicleId: number,
    stage: string,
    entered: string,
    left: string | null,
    values?: object,
  ): Promise<number>;
  target(
    store: Store,
    month: string,
    report: ReportId,
    measure: string,
    value: number,
  ): Promise<void>;
  empty(): Promise<void>;
  /** By default for a reader with full access on March 20, 2026. */
  run(report: ReportId, query?: StageQuery): ReturnType<typeof getReport>;
  /** By default a general manager of Ford with full access. */
  reader(values?: Parameters<AdminStage['addUser']>[0]): Promise<StageUser>;
}

/** The demo group without vehicles and deals, so a test counts only its own rows. */
export async function openReportStage(): Promise<ReportStage> {
  const base = await openAdminStage();
  const db: Db<AnyTables> = base.platform.db;
  const author = base.admin.id;
  const insert = async (table: string, row: object): Promise<number> => {
    const inserted = await db
      .insertInto(table)
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow();
    return inserted.id;
  };
  const by = { created_by: author, updated_by: author };
  const person = { kind: 'person', first_name: 'Odalys', last_name: 'Wrenfield' };
  const customerId = await insert('customers', { ...person, ...by });
  await db
    .insertInto('customer_stores')
    .values({ customer_id: customerId, store: 'ford' })
    .execute();
  const empty = () =>
    db.transaction().execute(async (tx) => {
      // Bypasses the triggers that forbid deleting these rows.
      await sql`set local session_replication_role = replica`.execute(tx);
      for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(tx);
    });
  await empty();
  return {
    ...base,
    empty,
    async deal(values, products = []) {
      const row = { ...deliveredDeal(author), ...financed, customer_id: customerId, ...values };
      const id = await insert('deals', row);
      for (const [index, product] of products.entries()) {
        const line = { deal_id: id, position: index + 1, price_cents: 0, ...product };
        await insert('deal_products', line);
      }
      return id;
    },
    vehicle: async (values) => {
      const [added] = await insertStays(db, [
        { ...stockRow(author), created_at: '2025-01-01T12:00:00Z', ...values } as never,
      ]);
      return added?.id ?? 0;
    },
    step: (unit_id, stage, entered, left, values) =>
      insert('vehicle_recon_steps', {
        unit_id,
        stage,
        entered_at: at(entered),
        left_at: left && at(left),
        entered_by: author,
        ...values,
      }),
    async target(store, month, report, measure, value) {
      const row = { store, month: `${month}-01`, report, measure, value, set_by: author };
      await db.insertInto('report_targets').values(row).execute();
    },
    run: (report, { scope, now = '2026-03-20T12:00', ...query } = {}) =>
      getReport(
        base.platform,
        { ...fullScope, ...scope },
        report,
        { period: 'this_month', only: '', ...query },
        { now: at(now) },
      ),
    reader: (values) =>
      base.addUser({
        role: 'general_manager',
        storeAccess: ['ford'],
        pagePermissions: ['reports', 'customer_management', 'fleet_operations'],
        featurePermissions: ['view_data', 'financial_reports'],
        ...values,
      }),
  };
}

const financed = { method: 'finance', lender: 'Flint Hills Bank' };
