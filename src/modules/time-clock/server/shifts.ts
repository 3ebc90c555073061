import { sql } from 'kysely';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { forgottenAfterMs, type PunchKind, statusAfter } from '../contract.ts';

/** People who punched within this many days use the clock; for others nothing is known. */
const activeWithinDays = 7;

export const forgottenAfter = sql`make_interval(secs => ${sql.lit(forgottenAfterMs / 1_000)})`;

/** What other modules can learn about shifts. */
interface ShiftSource {
  /** Whether each person is on a shift, breaks included; only people who use the clock. */
  shiftsAmong(ids: readonly number[]): Promise<ReadonlyMap<number, boolean>>;
  countOnBreak(): Promise<number>;
}

export function createShiftSource(db: Db<AnyTables>): ShiftSource {
  return {
    async shiftsAmong(ids) {
      if (ids.length === 0) return new Map();
      const { rows } = await sql<{ id: number; kind: PunchKind; forgotten: boolean }>`
        select person.id, last.kind, started.at <= now() - ${forgottenAfter} as forgotten
        from unnest(${ids}::integer[]) as person (id)
        cross join lateral (select kind, at from time_effective e
          where e.user_id = person.id order by at desc limit 1) as last
        left join lateral (select max(at) as at from time_effective e
          where e.user_id = person.id and e.kind = 'clock_in') as started on true
        where last.at > now() - make_interval(days => ${sql.lit(activeWithinDays)})`.execute(db);
      return new Map(
        rows.map(({ id, kind, forgotten }) => [
          id,
          statusAfter[kind] !== 'clocked_out' && !forgotten,
        ]),
      );
    },
    // Starts from the few recent breaks instead of all users.
    async countOnBreak() {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from time_effective b
        join users u on u.id = b.user_id and u.is_active and u.deleted_at is null
        where b.kind = 'break_start' and b.at > now() - ${forgottenAfter}
          and not exists (select from time_effective later
            where later.user_id = b.user_id and later.at > b.at)`.execute(db);
      return rows[0]?.count ?? 0;
    },
  };
}
