import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { violatedConstraint } from '../../../../platform/server/db/database.ts';
import { conflict, forbidden, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { ownStores } from '../../../../platform/server/records/stores.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract/rules.ts';
import { canChangeAt } from '../policy.ts';
import { publishTimeOff } from '../publish.ts';
import type { Services } from '../services.ts';
import { listBlackouts, listHolidays } from './reading.ts';

function assertMay(actor: Actor, store: Store | null): void {
  if (canChangeAt(actor, store)) return;
  throw forbidden(
    store === null
      ? 'What holds for every store is changed by HR of all stores.'
      : 'You can change this for your own stores.',
  );
}

/** Requests keep what was counted when they were made. */
export function addHoliday({ db, platform, writes }: Services): Handler<typeof calls.addHoliday> {
  return async ({ actor, body, ip }) => {
    await writes.consume(String(actor.userId));
    assertMay(actor, body.store);
    const id = await db
      .transaction()
      .execute(async (tx) => {
        const added = await tx
          .insertInto('time_off_holidays')
          .values({ ...body, created_by: actor.userId })
          .returning('id')
          .executeTakeFirstOrThrow();
        await recordActivity(tx, {
          actor,
          action: 'time_off.holiday_added',
          subject: { type: 'time_off_holiday', id: added.id, name: body.name },
          after: body,
          ip,
        });
        return added.id;
      })
      .catch((error) => {
        if (!violatedConstraint(error)) throw error;
        throw conflict('There is a holiday on this day.', { day: 'Choose another day' });
      });
    publishTimeOff(platform);
    const [holiday] = await listHolidays(db, actor, sql`id = ${id}`);
    if (!holiday) throw notFound();
    return holiday;
  };
}

export function removeHoliday({
  db,
  platform,
  writes,
}: Services): Handler<typeof calls.removeHoliday> {
  return async ({ actor, params: { holidayId }, ip }) => {
    await writes.consume(String(actor.userId));
    const [holiday] = await listHolidays(db, actor, ofOwnStores(actor, holidayId));
    if (!holiday) throw notFound();
    assertMay(actor, holiday.store);
    await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('time_off_holidays').where('id', '=', holidayId).execute();
      const { name, day, store } = holiday;
      await recordActivity(tx, {
        actor,
        action: 'time_off.holiday_removed',
        subject: { type: 'time_off_holiday', id: holidayId, name },
        before: { name, day, store },
        ip,
      });
    });
    publishTimeOff(platform);
    return { message: 'Holiday removed' };
  };
}

export function addBlackout({ db, platform, writes }: Services): Handler<typeof calls.addBlackout> {
  return async ({ actor, body, ip }) => {
    await writes.consume(String(actor.userId));
    assertMay(actor, body.store);
    const id = await db.transaction().execute(async (tx) => {
      const added = await tx
        .insertInto('time_off_blackouts')
        .values({
          name: body.name,
          starts_on: body.startsOn,
          ends_on: body.endsOn,
          last_days: body.lastDays,
          store: body.store,
          department: body.department,
          refuses: body.refuses,
          created_by: actor.userId,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await recordActivity(tx, {
        actor,
        action: 'time_off.blackout_added',
        subject: { type: 'time_off_blackout', id: added.id, name: body.name },
        after: body,
        ip,
      });
      return added.id;
    });
    publishTimeOff(platform);
    const [blackout] = await listBlackouts(db, actor, sql`id = ${id}`);
    if (!blackout) throw notFound();
    return blackout;
  };
}

export function removeBlackout({
  db,
  platform,
  writes,
}: Services): Handler<typeof calls.removeBlackout> {
  return async ({ actor, params: { blackoutId }, ip }) => {
    await writes.consume(String(actor.userId));
    const [blackout] = await listBlackouts(db, actor, ofOwnStores(actor, blackoutId));
    if (!blackout) throw notFound();
    assertMay(actor, blackout.store);
    await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('time_off_blackouts').where('id', '=', blackoutId).execute();
      const { id: _, may: __, ...fields } = blackout;
      await recordActivity(tx, {
        actor,
        action: 'time_off.blackout_removed',
        subject: { type: 'time_off_blackout', id: blackoutId, name: blackout.name },
        before: fields,
        ip,
      });
    });
    publishTimeOff(platform);
    return { message: 'Blackout days removed' };
  };
}

const ofOwnStores = (actor: Actor, id: number) =>
  sql`id = ${id} and (store is null or store = any(${ownStores(actor)}::text[]))`;
