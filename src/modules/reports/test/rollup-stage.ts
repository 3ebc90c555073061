import { sql, type Transaction } from 'kysely';
import { expect } from 'vitest';
import type { AnyTables } from '../../../platform/server/db/database.ts';
import type { ReadResult } from '../server/report.ts';
import { readService } from '../server/reports/service/read.ts';
import { foldNow, openServiceStage, queryOf, type ServiceStage, zone } from './service-stage.ts';

export interface RollupStage extends ServiceStage {
  /** Advisors and technicians. */
  people: number[];
  /** Compares the rollup with the orders in one snapshot. */
  expectSame(timezone?: string): Promise<void>;
  count(table: string): Promise<number>;
  /** Resets to no orders, in Chicago, with an empty rollup. */
  reset(): Promise<void>;
}

/** Groupings with their filters. */
const cases: readonly { by: string; filter?: string }[] = [
  { by: 'store' },
  { by: 'advisor' },
  { by: 'technician' },
  { by: 'payType' },
  { by: 'month' },
  { by: 'technician', filter: 'payType' },
  { by: 'month', filter: 'technician' },
  { by: 'payType', filter: 'advisor' },
];

export async function openRollupStage(): Promise<RollupStage> {
  const stage = await openServiceStage();
  const people: number[] = [];
  for (let n = 0; n < 4; n++) people.push((await stage.addUser()).id);
  const keyOf = (by: string) => (by === 'payType' ? 'customer' : String(people[1]));
  return {
    ...stage,
    people,
    expectSame: (timezone = zone) =>
      inSnapshot(stage, async (tx) => {
        const queries = cases.map(({ by, filter }) => {
          const only = filter ? [{ by: filter, key: keyOf(filter) }] : [];
          return { by, query: queryOf('2026-01-01', '2026-06-30', { only, timezone }) };
        });
        const fromRollup: ReadResult[] = [];
        for (const { query, by } of queries)
          fromRollup.push(inOrder(await readService(tx, query, by)));
        // Hides the rollup state, so the orders are read.
        await sql`create temp table report_service_state (zone text) on commit drop`.execute(tx);
        for (const [index, { query, by }] of queries.entries()) {
          expect(fromRollup[index], by).toEqual(inOrder(await readService(tx, query, by)));
        }
      }),
    async count(table) {
      const { rows } = await sql<{
        n: number;
      }>`select count(*) as n from ${sql.table(table)}`.execute(stage.db);
      return rows[0]?.n ?? 0;
    },
    async reset() {
      await stage.empty();
      await stage.setTimezone(zone);
      await foldNow(stage.db);
    },
  };
}

/** Runs in one snapshot that is rolled back. */
async function inSnapshot(
  { db }: ServiceStage,
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

const inOrder = ({ rows, total }: ReadResult) => ({
  rows: rows.toSorted((a, b) => a.key.localeCompare(b.key)),
  total,
});
