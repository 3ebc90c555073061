import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { notify, type Unpublished } from '../../../notifications/server/public.ts';
import { scheduleNotice } from '../notices.ts';
import type { SchedulesDb } from '../tables.ts';

export interface Ended {
  /** Who took part. */
  people: number[];
  stored: Unpublished;
}

/**
 * Ends the open swaps of shifts that are no longer what was offered, and those that wanted them in exchange; anyone who
 * had agreed to one is notified. The rows of the shifts are locked.
 */
export async function endOffers(
  tx: SchedulesDb,
  shiftIds: readonly number[],
  { actor, reason }: { actor: Pick<Actor, 'userId'>; reason: string },
): Promise<Ended> {
  const { rows } = await sql<{ id: number; takenBy: number | null; people: (number | null)[] }>`
    update shift_offers set state = 'withdrawn', ended_by = ${actor.userId}, ended_at = now(),
      reason = ${reason}
    where state in ('open', 'taken')
      and (shift_id = any(${shiftIds}::integer[]) or wanted_shift_id = any(${shiftIds}::integer[]))
    returning id, taken_by as "takenBy", array[created_by, to_user_id, taken_by] as people`.execute(
    tx,
  );
  const stored = await notify(
    tx,
    ...rows.flatMap(({ id, takenBy }) =>
      takenBy === null
        ? []
        : scheduleNotice(
            [takenBy],
            { title: 'A shift swap was canceled', message: reason },
            `shift-offer:${id}:withdrawn`,
          ),
    ),
  );
  return { people: rows.flatMap(({ people }) => people.filter((id) => id !== null)), stored };
}
