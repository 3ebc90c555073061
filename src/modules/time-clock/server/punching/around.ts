import type { Moment } from '../hours/sequence.ts';
import type { ClockDb } from '../tables.ts';

export interface KnownMoment extends Moment {
  id: number;
}

/**
 * The punches that count from the beginning of the shift on that a change at `at` may fall into: whether
 * the change can be is decided by them alone.
 */
export async function findAround(tx: ClockDb, userId: number, at: number): Promise<KnownMoment[]> {
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
