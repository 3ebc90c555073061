import { type RawBuilder, type Selectable, sql } from 'kysely';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { ownStores } from '../../../../platform/server/records/stores.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type { Offer } from '../../contract/offers.ts';
import { canPlan } from '../policy.ts';
import { findShifts, hasStarted, type ShiftRow, toShift } from '../shifts.ts';
import type { SchedulesDb, ScheduleTables } from '../tables.ts';

export type OfferRow = Selectable<ScheduleTables['shift_offers']>;

type NamedOffer = OfferRow & {
  from_name: string;
  to_name: string | null;
  taker_name: string | null;
  ender_name: string | null;
};

/** Offers `o` of shifts `s` for which the condition holds: those that wait for an answer, then the others, latest first. */
export async function findOffers(
  db: SchedulesDb,
  actor: Actor,
  condition: RawBuilder<unknown>,
): Promise<Offer[]> {
  const { rows } = await sql<NamedOffer>`
    select o.*, f.shown_name as from_name, t.shown_name as to_name, k.shown_name as taker_name,
      e.shown_name as ender_name
    from shift_offers o join work_shifts s on s.id = o.shift_id
    join users f on f.id = o.created_by left join users t on t.id = o.to_user_id
    left join users k on k.id = o.taken_by left join users e on e.id = o.ended_by
    where ${condition} order by o.state in ('open', 'taken') desc, o.created_at desc, o.id desc
    limit 200`.execute(db);
  if (rows.length === 0) return [];
  const ids = rows.flatMap(({ shift_id, wanted_shift_id }) => [shift_id, wanted_shift_id]);
  const found = await findShifts(
    db,
    sql`s.id = any(${ids.filter((id) => id !== null)}::integer[])`,
  );
  const shifts = new Map(found.map((row) => [row.id, row]));
  const timezone = await getTimezone(db);
  return rows.flatMap((row) => {
    const shift = shifts.get(row.shift_id);
    return shift ? toOffer(row, { shift, shifts, timezone, actor }) : [];
  });
}

interface Around {
  shift: ShiftRow;
  shifts: ReadonlyMap<number, ShiftRow>;
  timezone: string;
  actor: Actor;
}

const personOf = (id: number | null, name: string | null) =>
  id === null ? null : { id, name: name ?? '' };

function toOffer(row: NamedOffer, { shift, shifts, timezone, actor }: Around): Offer {
  const wanted = row.wanted_shift_id === null ? undefined : shifts.get(row.wanted_shift_id);
  const hasBegun = [shift, wanted].some((one) => one && hasStarted(one));
  const isOpen = row.state === 'open' && !hasBegun;
  const isTaken = row.state === 'taken' && !hasBegun;
  return {
    offerId: row.id,
    // The job that ends it may not have run yet.
    state: hasBegun && (row.state === 'open' || row.state === 'taken') ? 'expired' : row.state,
    shift: toShift(shift, timezone),
    from: { id: row.created_by, name: row.from_name },
    to: personOf(row.to_user_id, row.to_name),
    wanted: wanted ? toShift(wanted, timezone) : null,
    note: row.note,
    createdAt: row.created_at.toISOString(),
    takenBy: personOf(row.taken_by, row.taker_name),
    endedBy: personOf(row.ended_by, row.ender_name),
    endedAt: row.ended_at?.toISOString() ?? null,
    reason: row.reason,
    may: {
      take: isOpen && canTake(actor, row, shift),
      decline: isOpen && row.to_user_id === actor.userId,
      withdraw: (isOpen || isTaken) && row.created_by === actor.userId,
      decide: isTaken && canDecide(actor, row, shift),
    },
  };
}

/** Of the same store and department; or the one it is offered to, who was chosen among those. */
export const canTake = (
  actor: Actor,
  offer: Pick<OfferRow, 'created_by' | 'to_user_id'>,
  shift: Pick<ShiftRow, 'store' | 'department'>,
): boolean =>
  offer.created_by !== actor.userId &&
  (offer.to_user_id === null || offer.to_user_id === actor.userId) &&
  actor.department === shift.department &&
  ownStores(actor).includes(shift.store);

/** No one decides on a swap they take part in. */
export const canDecide = (
  actor: Actor,
  offer: Pick<OfferRow, 'created_by' | 'taken_by'>,
  shift: Pick<ShiftRow, 'store'>,
): boolean =>
  canPlan(actor, shift.store) &&
  offer.created_by !== actor.userId &&
  offer.taken_by !== actor.userId;

/** Condition on `o` and `s`: the actor offered it, takes part, could take it, or plans its schedule. */
export function visibleOffers(actor: Actor, plannedStores: readonly string[]) {
  const own = ownStores(actor);
  return sql<boolean>`(o.created_by = ${actor.userId} or o.to_user_id = ${actor.userId}
    or o.taken_by = ${actor.userId}
    or (o.to_user_id is null and o.state = 'open' and s.starts_at > now()
      and s.store = any(${own}::text[]) and s.department = ${actor.department}
      and not exists (select from work_shifts b where b.user_id = ${actor.userId}
        and b.removed_at is null and b.published_at is not null
        and b.starts_at < s.ends_at and b.ends_at > s.starts_at))
    or s.store = any(${[...plannedStores]}::text[]))`;
}

/** Locks the shifts before the offer, as a change of a shift does. */
export async function lockOffer(
  tx: SchedulesDb,
  offerId: number,
): Promise<{ offer: OfferRow; shift: ShiftRow; wanted: ShiftRow | undefined }> {
  const find = tx.selectFrom('shift_offers').selectAll().where('id', '=', offerId);
  const first = await find.executeTakeFirst();
  if (!first) throw notFound();
  const ids = [first.shift_id, first.wanted_shift_id].filter((id) => id !== null);
  await sql`select from work_shifts where id = any(${ids}::integer[]) order by id for update`.execute(
    tx,
  );
  const offer = await find.forUpdate().executeTakeFirstOrThrow();
  const rows = await findShifts(tx, sql`s.id = any(${ids}::integer[])`);
  const shift = rows.find(({ id }) => id === offer.shift_id);
  if (!shift) throw notFound();
  return { offer, shift, wanted: rows.find(({ id }) => id === offer.wanted_shift_id) };
}
