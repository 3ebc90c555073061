import { type Kysely, sql, type Transaction } from 'kysely';
import { expect, vi } from 'vitest';
import { dateAt } from '../../../platform/contract/wallTime.ts';
import type { AnyTables } from '../../../platform/server/db/database.ts';
import { changeSetting } from '../../organization/server/public.ts';
import { timezoneSetting } from '../../organization/server/timezone.ts';
import type { ReadQuery, ReadResult } from '../server/report.ts';
import { reconReport } from '../server/reports/stock/recon.ts';
import { foldRecon } from '../server/rollup/recon/fold.ts';
import { queryOf } from './service-stage.ts';
import { openReportStage, type ReportStage } from './stage.ts';

export const zone = 'America/Los_Angeles';

export interface ReconStage extends ReportStage {
  db: Kysely<AnyTables>;
  /** Compares the report with the steps and with a calculation by hand, in one snapshot. */
  expectSame(timezone?: string): Promise<void>;
  /** Folds now; waits while the server’s own scheduled fold is running. */
  foldNow(): Promise<void>;
  stale(): Promise<number>;
  setTimezone(timezone: string): Promise<void>;
  /** Resets to no vehicles, in Los Angeles, with an empty rollup. */
  reset(): Promise<void>;
}

const span = ['2026-01-01', '2026-06-30'] as const;
const cases: readonly { by: string; only?: ReadQuery['only'] }[] = [
  { by: 'store' },
  { by: 'stage' },
  { by: 'condition' },
  { by: 'make' },
  { by: 'month' },
  { by: 'month', only: [{ by: 'stage', key: 'detail' }] },
  { by: 'store', only: [{ by: 'make', key: 'Kia' }] },
];

export async function openReconStage(): Promise<ReconStage> {
  const stage = await openReportStage();
  const db: Kysely<AnyTables> = stage.platform.db;
  const foldNow = () => vi.waitUntil(() => foldRecon(db), { timeout: 20_000 }).then(() => {});
  const setTimezone = (timezone: string) => changeSetting(db, timezoneSetting, timezone);
  return {
    ...stage,
    db,
    foldNow,
    setTimezone,
    expectSame: (timezone = zone) =>
      inSnapshot(db, async (tx) => {
        const readBy = (by: string, only: ReadQuery['only'] = []) =>
          reconReport.read(tx, queryOf(...span, { timezone, only }), by).then(inOrder);
        const fromRollup: ReadResult[] = [];
        for (const { by, only } of cases) fromRollup.push(await readBy(by, only));
        expect(fromRollup[0]?.total).toEqual(rounded(await calculateByHand(tx, timezone)));
        // Hides the rollup state, so the steps are read.
        await sql`create temp table report_recon_state (zone text) on commit drop`.execute(tx);
        for (const [index, { by, only }] of cases.entries()) {
          expect(fromRollup[index], by).toEqual(await readBy(by, only));
        }
      }),
    async stale() {
      const { rows } = await sql<{
        n: number;
      }>`select count(*) as n from report_recon_stale`.execute(db);
      return rows[0]?.n ?? 0;
    },
    async reset() {
      await stage.empty();
      await setTimezone(zone);
      await foldNow();
    },
  };
}

/** Runs in one snapshot that is rolled back. */
async function inSnapshot(
  db: Kysely<AnyTables>,
  read: (tx: Transaction<AnyTables>) => Promise<void>,
): Promise<void> {
  const undo = new Error('undo');
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await read(tx);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
}

interface Step {
  id: number;
  stage: string;
  entered_at: Date;
  left_at: Date | null;
  cost: number | null;
  unit_id: number;
  acquired_on: string;
}

/** The total figures, calculated independently of the report. */
async function calculateByHand(tx: Transaction<AnyTables>, timezone: string) {
  const { rows } = await sql<Step>`
    select s.id, s.stage, s.entered_at, s.left_at, s.unit_id, v.acquired_on::text as acquired_on,
      coalesce(s.actual_cents, s.estimate_cents) as cost
    from vehicle_recon_steps s join stock_vehicles v on v.id = s.unit_id order by s.id`.execute(tx);
  const dayOf = (at: Date) => dateAt(timezone, at.getTime());
  const isIn = (at: Date | null) => at !== null && dayOf(at) >= span[0] && dayOf(at) <= span[1];
  const left = rows.filter(({ stage, left_at }) => stage !== 'frontline' && isIn(left_at));
  const vehicleSteps = [...Map.groupBy(rows, ({ unit_id }) => unit_id).values()];
  const finished = vehicleSteps.flatMap((steps) => {
    const since = steps.filter((step) => dayOf(step.entered_at) >= step.acquired_on);
    const line = since.find(({ stage }) => stage === 'frontline');
    if (!line || !isIn(line.entered_at)) return [];
    const costs = since.filter(({ id, cost }) => id <= line.id && cost !== null);
    const days = (Date.parse(dayOf(line.entered_at)) - Date.parse(line.acquired_on)) / 86_400_000;
    return [
      { days, cost: costs.length ? costs.reduce((sum, { cost }) => sum + (cost ?? 0), 0) : null },
    ];
  });
  const days = finished.map((one) => one.days);
  const costs = finished.flatMap(({ cost }) => cost ?? []);
  return {
    cars: finished.length,
    late: days.filter((one) => one > 5).length,
    steps: left.length,
    daysToLine: share(0.5, days),
    slowDaysToLine: share(0.9, days),
    cost: costs.length ? costs.reduce((sum, one) => sum + one, 0) / costs.length : null,
    stageDays: share(
      0.5,
      left.map((step) => (Number(step.left_at) - Number(step.entered_at)) / 86_400_000),
    ),
  };
}

function share(part: number, values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const place = part * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  if (low === undefined || high === undefined) return null;
  return low + (high - low) * (place - Math.floor(place));
}

const rounded = (figures: ReadResult['total']) =>
  Object.fromEntries(
    Object.entries(figures).map(([id, value]) => [id, value && Number(value.toFixed(6))]),
  );

const inOrder = ({ rows, total }: ReadResult): ReadResult => ({
  rows: rows
    .toSorted((a, b) => a.key.localeCompare(b.key))
    .map((row) => ({ ...row, figures: rounded(row.figures) })),
  total: rounded(total),
});
