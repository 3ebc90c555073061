import { sql } from 'kysely';
import { violatedConstraint } from '../../../../platform/server/db/database.ts';
import { conflict, forbidden, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { type Notice, notify, publishNotifications } from '../../../notifications/server/public.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type * as calls from '../../contract/offers.ts';
import type { Offer } from '../../contract/offers.ts';
import { scheduleNotice } from '../notices.ts';
import { listPlanners } from '../planners.ts';
import { scheduleSubject } from '../plans.ts';
import { plannedStores } from '../policy.ts';
import { publishSchedule } from '../publish.ts';
import type { ScheduleServices } from '../services.ts';
import {
  findShifts,
  hasStarted,
  intervalOf,
  isPublished,
  type ShiftRow,
  spanText,
} from '../shifts.ts';
import type { SchedulesDb } from '../tables.ts';
import { assertCanWork } from '../writing/change.ts';
import { type Ended, endOffers } from '../writing/offers.ts';
import { canDecide, canTake, findOffers, lockOffer, visibleOffers } from './find.ts';

type Locked = Awaited<ReturnType<typeof lockOffer>>;

interface Answer {
  actor: Actor;
  offerId: number;
  ip: string;
  /** Checks the answer, makes it, and says what to record and whom to notify. */
  answer(
    tx: SchedulesDb,
    locked: Locked,
    span: string,
  ): Promise<{ action: string; notices: Notice[]; after?: object; others?: Ended }>;
}

/** One answer to one offer, under the locks of its shifts: of two people who take it at once, one does. */
async function answerOffer(
  { platform, db, writes }: ScheduleServices,
  { actor, offerId, ip, answer }: Answer,
): Promise<Offer> {
  await writes.consume(String(actor.userId));
  const timezone = await getTimezone(db);
  const condition = sql`o.id = ${offerId} and ${visibleOffers(actor, plannedStores(actor))}`;
  const { store, people, stored } = await db.transaction().execute(async (tx) => {
    const locked = await lockOffer(tx, offerId);
    const { offer, shift } = locked;
    // Anyone who could see it while it was open learns that it is gone; for others it does not exist.
    const isVisible =
      canTake(actor, offer, shift) || (await findOffers(tx, actor, condition)).length > 0;
    if (!isVisible) throw notFound();
    const span = spanText(timezone, intervalOf(shift));
    const { action, notices, after, others } = await answer(tx, locked, span);
    await recordActivity(tx, {
      ...{ actor, ip, action },
      subject: scheduleSubject(shift.store, shift.department),
      after: { shift: shift.id, offer: offerId, ...after },
    });
    return {
      store: shift.store,
      people: [
        ...[offer.created_by, offer.to_user_id, offer.taken_by, actor.userId],
        ...(others?.people ?? []),
      ].filter((id) => id !== null),
      stored: [await notify(tx, ...notices), ...(others ? [others.stored] : [])],
    };
  });
  await publishNotifications(platform, ...stored);
  publishSchedule(platform, store, people);
  const [offer] = await findOffers(db, actor, sql`o.id = ${offerId}`);
  if (!offer) throw notFound();
  return offer;
}

function assertOpen({ offer: { state }, shift, wanted }: Locked, needed: 'open' | 'taken'): void {
  if (state === 'open' || state === 'taken') {
    if (hasStarted(shift)) throw conflict('This shift has already started.');
    // Its hours may have been worked, and would count for someone else.
    if (wanted && hasStarted(wanted)) {
      throw conflict('The shift in exchange has already started.');
    }
    if (state === needed) return;
    throw conflict(
      state === 'taken' ? 'This shift was already taken.' : 'No one has taken it yet.',
    );
  }
  const reasons = {
    approved: 'This swap was already approved.',
    declined: 'This offer was declined.',
    withdrawn: 'This offer was withdrawn.',
    expired: 'This offer has expired.',
  };
  throw conflict(reasons[state]);
}

async function assertFree(
  tx: SchedulesDb,
  userId: number,
  shift: ShiftRow,
  { without, sentence }: { without: number[]; sentence: string },
): Promise<void> {
  const overlapping = await findShifts(
    tx,
    sql`${isPublished} and s.user_id = ${userId} and not s.id = any(${without}::integer[])
      and s.starts_at < ${shift.ends_at} and s.ends_at > ${shift.starts_at}`,
  );
  if (overlapping.length > 0) throw conflict(sentence);
}

export function takeOffer(services: ScheduleServices): Handler<typeof calls.takeOffer> {
  const { db, awayAmong } = services;
  return async ({ actor, params: { offerId }, ip }) =>
    answerOffer(services, {
      ...{ actor, offerId, ip },
      async answer(tx, locked, span) {
        const { offer, shift, wanted } = locked;
        assertOpen(locked, 'open');
        if (!canTake(actor, offer, shift)) throw forbidden('You can’t take this shift.');
        const timezone = await getTimezone(db);
        const interval = intervalOf(shift);
        await assertCanWork(tx, {
          ...{ userId: actor.userId, store: shift.store, interval, timezone, awayAmong },
        });
        await assertFree(tx, actor.userId, shift, {
          without: wanted ? [wanted.id] : [],
          sentence: 'You already work at this time.',
        });
        await tx
          .updateTable('shift_offers')
          .set({ state: 'taken', taken_by: actor.userId, taken_at: new Date() })
          .where('id', '=', offerId)
          .execute();
        const planners = await listPlanners(tx, shift.store, shift.department);
        const deciders = planners.filter((id) => id !== offer.created_by && id !== actor.userId);
        return {
          action: 'schedule.shift_taken',
          notices: [
            scheduleNotice(
              [offer.created_by],
              {
                title: `${actor.shownName} takes your shift`,
                message: `${span}. Your manager still has to approve it.`,
              },
              `shift-offer:${offerId}:taken`,
            ),
            {
              ...scheduleNotice(
                deciders,
                {
                  title: 'A shift swap needs your approval',
                  message: `${shift.name} to ${actor.shownName}: ${span}`,
                },
                `shift-offer:${offerId}:decide`,
              ),
              actionUrl: '/people/schedule?view=swaps',
              actionLabel: 'View swap',
            },
          ],
        };
      },
    });
}

export function declineOffer(services: ScheduleServices): Handler<typeof calls.declineOffer> {
  return async ({ actor, params: { offerId }, ip }) =>
    answerOffer(services, {
      ...{ actor, offerId, ip },
      async answer(tx, locked, span) {
        const { offer } = locked;
        if (offer.to_user_id !== actor.userId) {
          throw forbidden('Only the person it is offered to can decline it.');
        }
        assertOpen(locked, 'open');
        await endOffer(tx, { offerId, actor, state: 'declined', reason: '' });
        return {
          action: 'schedule.offer_declined',
          notices: [
            scheduleNotice(
              [offer.created_by],
              { title: `${actor.shownName} declined your shift`, message: span },
              `shift-offer:${offerId}:declined`,
            ),
          ],
        };
      },
    });
}

export function withdrawOffer(services: ScheduleServices): Handler<typeof calls.withdrawOffer> {
  return async ({ actor, params: { offerId }, ip }) =>
    answerOffer(services, {
      ...{ actor, offerId, ip },
      async answer(tx, locked, span) {
        const { offer } = locked;
        if (offer.created_by !== actor.userId) {
          throw forbidden('Only the person who offered it can withdraw it.');
        }
        assertOpen(locked, offer.state === 'taken' ? 'taken' : 'open');
        await endOffer(tx, { offerId, actor, state: 'withdrawn', reason: '' });
        return {
          action: 'schedule.offer_withdrawn',
          notices:
            offer.taken_by === null
              ? []
              : [
                  scheduleNotice(
                    [offer.taken_by],
                    { title: `${actor.shownName} withdrew an offered shift`, message: span },
                    `shift-offer:${offerId}:withdrawn`,
                  ),
                ],
        };
      },
    });
}

export function decideOffer(services: ScheduleServices): Handler<typeof calls.decideOffer> {
  return async ({ actor, params: { offerId }, body: { approved, reason }, ip }) =>
    answerOffer(services, {
      ...{ actor, offerId, ip },
      async answer(tx, locked, span) {
        const { offer, shift } = locked;
        if (!canDecide(actor, offer, shift)) {
          throw forbidden('Another manager of this store has to decide on this swap.');
        }
        assertOpen(locked, 'taken');
        const taker = offer.taken_by ?? 0;
        await endOffer(tx, {
          ...{ offerId, actor, reason },
          state: approved ? 'approved' : 'declined',
        });
        const others = approved
          ? await handOver(services, tx, { ...locked, taker, actor })
          : undefined;
        const message = reason ? `${span}. ${reason}` : span;
        const title = approved ? 'Your shift swap was approved' : 'Your shift swap was declined';
        return {
          action: approved ? 'schedule.swap_approved' : 'schedule.swap_declined',
          notices: [
            scheduleNotice(
              [offer.created_by, taker],
              { title, message },
              `shift-offer:${offerId}:decided`,
            ),
          ],
          after: { from: offer.created_by, to: taker, inExchangeFor: offer.wanted_shift_id },
          ...(others && { others }),
        };
      },
    });
}

interface Handover extends Locked {
  taker: number;
  actor: Actor;
}

/** The shift goes to the person who took it, the one in exchange to its owner; ends the other swaps of both. */
async function handOver(
  { db, awayAmong }: ScheduleServices,
  tx: SchedulesDb,
  { offer, shift, wanted, taker, actor }: Handover,
): Promise<Ended> {
  const timezone = await getTimezone(db);
  const moves = [
    { row: shift, to: taker },
    ...(wanted ? [{ row: wanted, to: offer.created_by }] : []),
  ];
  try {
    for (const { row, to } of moves) {
      const interval = intervalOf(row);
      await assertCanWork(tx, { userId: to, store: row.store, interval, timezone, awayAmong });
      await assertFree(tx, to, row, {
        without: moves.map((move) => move.row.id),
        sentence: 'One of them already works at that time.',
      });
    }
    // Two shifts with the same start may change places: the one in exchange is out of the unique index meanwhile.
    if (wanted) {
      await sql`update work_shifts set removed_at = now(), removed_by = ${actor.userId}
        where id = ${wanted.id}`.execute(tx);
    }
    for (const { row, to } of moves) {
      await sql`update work_shifts set user_id = ${to}, removed_at = null, removed_by = null,
        version = version + 1 where id = ${row.id}`.execute(tx);
    }
  } catch (error) {
    if (violatedConstraint(error) !== 'work_shifts_once') throw error;
    throw conflict('One of them already has a shift that starts at the same time.');
  }
  const ids = moves.map(({ row }) => row.id);
  return endOffers(tx, ids, { actor, reason: 'The shift changed hands.' });
}

interface End {
  offerId: number;
  actor: Actor;
  state: 'approved' | 'declined' | 'withdrawn';
  reason: string;
}

async function endOffer(tx: SchedulesDb, { offerId, actor, state, reason }: End): Promise<void> {
  await tx
    .updateTable('shift_offers')
    .set({ state, reason, ended_by: actor.userId, ended_at: new Date() })
    .where('id', '=', offerId)
    .execute();
}
