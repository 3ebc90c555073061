import { sql } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { PunchKind } from '../contract.ts';
import type { Punch } from './hours/sequence.ts';
import type { ClockDb } from './tables.ts';

export interface StoredPunch extends Punch {
  id: number;
}

/**
 * The counted punches from the start of the shift that a change at `at` may fall into; they are sufficient to
 * validate the change.
 */
export async function findSurroundingPunches(
  tx: ClockDb,
  userId: number,
  at: number,
): Promise<StoredPunch[]> {
  const rows = await tx
    .selectFrom('time_effective')
    .select(['id', 'kind', 'at'])
    .where('user_id', '=', userId)
    .where((eb) =>
      eb(
        'at',
        '>=',
        eb.fn.coalesce(
          eb
            .selectFrom('time_effective as before')
            .select((inner) => inner.fn.max<Date>('before.at').as('at'))
            .where('before.user_id', '=', userId)
            .where('before.kind', '=', 'clock_in')
            .where('before.at', '<', new Date(at)),
          eb.val(new Date(0)),
        ),
      ),
    )
    .orderBy('at')
    .execute();
  return rows.map(({ id, kind, at: when }) => ({ id, kind, at: when.getTime() }));
}

/** A punch that counts toward hours. */
export interface CountedPunch {
  user_id: number;
  id: number;
  kind: PunchKind;
  at: number;
  store: Store | null;
}

type Row = Omit<CountedPunch, 'at'> & { at: Date };

/**
 * The counted punches of all shifts that overlap `start` to `end`, by person: from the last clock-in before to
 * the first one after.
 */
export async function findCounted(
  db: ClockDb,
  userIds: readonly number[],
  start: number,
  end: number,
): Promise<Map<number, CountedPunch[]>> {
  const { rows } = await sql<Row>`
    select p.user_id, p.id, p.kind, p.at, p.store
    from unnest(${userIds}::integer[]) as person (id)
    cross join lateral (
      select
        coalesce((select max(at) from time_effective e where e.user_id = person.id
          and e.kind = 'clock_in' and e.at < ${new Date(start)}), '-infinity') as first,
        coalesce((select min(at) from time_effective e where e.user_id = person.id
          and e.kind = 'clock_in' and e.at >= ${new Date(end)}), 'infinity') as last
    ) as bounds
    join time_effective p on p.user_id = person.id and p.at >= bounds.first and p.at < bounds.last
    order by p.user_id, p.at`.execute(db);
  return Map.groupBy(
    rows.map((row) => ({ ...row, at: row.at.getTime() })),
    ({ user_id }) => user_id,
  );
}
