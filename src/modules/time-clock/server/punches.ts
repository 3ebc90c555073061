import type { Punch } from '../hours/sequence.ts';
import type { ClockDb } from '../tables.ts';

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
