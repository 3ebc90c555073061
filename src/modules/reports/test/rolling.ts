import { sql, type Transaction } from 'kysely';
import { expect } from 'vitest';
import type { AnyTables } from '../../../platform/server/db/database.ts';
import type { Figured } from '../server/report.ts';
import { readService } from '../server/reports/service/read.ts';
import { asking, foldNow, type Ledger, openLedger, zone } from './ledger.ts';

export interface Rolling extends Ledger {
  /** Advisors and technicians. */
  people: number[];
  /** What is kept and what the orders say, at one and the same instant. */
  expectSame(timezone?: string): Promise<void>;
  count(table: string): Promise<number>;
  /** Without orders, in Chicago, and all of nothing added up. */
  begin(): Promise<void>;
}

/** Told apart by what, and narrowed to what. */
const asked: readonly { by: string; narrowed?: string }[] = [
  { by: 'store' },
  { by: 'advisor' },
  { by: 'technician' },
  { by: 'payType' },
  { by: 'month' },
  { by: 'technician', narrowed: 'payType' },
  { by: 'month', narrowed: 'technician' },
  { by: 'payType', narrowed: 'advisor' },
];

export async function openRolling(): Promise<Rolling> {
  const ledger = await openLedger();
  const people: number[] = [];
  for (let n = 0; n < 4; n++) people.push((await ledger.hire()).id);
  const keyOf = (by: string) => (by === 'payType' ? 'customer' : String(people[1]));
  return {
    ...ledger,
    people,
    expectSame: (timezone = zone) =>
      glimpse(ledger, async (tx) => {
        const questions = asked.map(({ by, narrowed }) => {
          const only = narrowed ? [{ by: narrowed, key: keyOf(narrowed) }] : [];
          return { by, asked: asking('2026-01-01', '2026-06-30', { only, timezone }) };
        });
        const kept: Figured[] = [];
        for (const { asked, by } of questions) kept.push(inOrder(await readService(tx, asked, by)));
        // Nothing is known to be added up: the orders answer.
        await sql`create temp table report_service_state (zone text) on commit drop`.execute(tx);
        for (const [index, { asked, by }] of questions.entries()) {
          expect(kept[index], by).toEqual(inOrder(await readService(tx, asked, by)));
        }
      }),
    async count(table) {
      const { rows } = await sql<{
        n: number;
      }>`select count(*) as n from ${sql.table(table)}`.execute(ledger.db);
      return rows[0]?.n ?? 0;
    },
    async begin() {
      await ledger.empty();
      await ledger.liveIn(zone);
      await foldNow(ledger.db);
    },
  };
}

/** One snapshot, of which nothing is left behind. */
async function glimpse(
  { db }: Ledger,
  look: (tx: Transaction<AnyTables>) => Promise<void>,
): Promise<void> {
  const undo = new Error('undo');
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await look(tx);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
}

const inOrder = ({ rows, total }: Figured) => ({
  rows: rows.toSorted((a, b) => a.key.localeCompare(b.key)),
  total,
});
