import { type RawBuilder, sql } from 'kysely';
import type { AnyTables, Db } from '../db/database.ts';

/** A condition, or what stands for none. */
export type Condition = RawBuilder<unknown> | false | '' | null | undefined;

/** All of these conditions; `true` if there is none. */
export function allOf(conditions: readonly Condition[]): RawBuilder<boolean> {
  const parts = conditions.filter((condition) => !!condition).map((part) => sql`(${part})`);
  return parts.length > 0 ? sql<boolean>`(${sql.join(parts, sql` and `)})` : sql<boolean>`true`;
}

/** Typed text as a pattern of `like` that matches only itself. */
export const escapeLike = (typed: string): string => typed.replace(/[\\%_]/g, '\\$&');

const maxCount = 10_000;

/** Counts the rows of `rows` (`from deals d where …`), at most `max` of them. */
export async function countUpTo(
  db: Db<AnyTables>,
  rows: RawBuilder<unknown>,
  max = maxCount,
): Promise<{ count: number; isMore: boolean }> {
  const result = await sql<{ count: number }>`select count(*)::integer as count
    from (select ${rows} limit ${max + 1}) counted`.execute(db);
  const count = result.rows[0]?.count ?? 0;
  return { count: Math.min(count, max), isMore: count > max };
}

/** Condition on the latest first: after the row with this time and id. None without a time. */
export const afterRow = (
  [time, id]: readonly [timeColumn: string, idColumn: string],
  { before, beforeId = 0 }: { before?: string | undefined; beforeId?: number | undefined },
): Condition =>
  before !== undefined &&
  sql`(${sql.ref(time)}, ${sql.ref(id)}) < (${new Date(before)}::timestamptz, ${beforeId})`;
