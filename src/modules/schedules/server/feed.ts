import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { departmentNames, storeNames } from '../../../platform/contract/names.ts';
import { notFound } from '../../../platform/server/errors.ts';
import type { Handler } from '../../../platform/server/http/routes.ts';
import type { Limit } from '../../../platform/server/limits/limits.ts';
import { recordActivity } from '../../activity/server/public.ts';
import type * as calls from '../contract/feed.ts';
import { calendarOf } from './rules/calendar.ts';
import type { ScheduleServices } from './services.ts';
import { findShifts, intervalOf, isPublished } from './shifts.ts';

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** The link is shown once: only its hash is kept. */
export function renewFeed({ db, writes }: ScheduleServices): Handler<typeof calls.renewFeed> {
  return async ({ actor, ip }) => {
    await writes.consume(String(actor.userId));
    const token = randomBytes(24).toString('base64url');
    const row = { token_hash: hashOf(token), created_at: new Date() };
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('schedule_feeds')
        .values({ user_id: actor.userId, ...row })
        .onConflict((at) => at.column('user_id').doUpdateSet(row))
        .execute();
      await recordActivity(tx, { ...{ actor, ip }, action: 'schedule.feed_renewed', subject: own });
    });
    return { path: `/api/schedules/feed/${token}` };
  };
}

const own = { type: 'schedule', id: null, name: 'Own calendar feed' };

export function stopFeed({ db, writes }: ScheduleServices): Handler<typeof calls.stopFeed> {
  return async ({ actor, ip }) => {
    await writes.consume(String(actor.userId));
    await db.transaction().execute(async (tx) => {
      const { numDeletedRows } = await tx
        .deleteFrom('schedule_feeds')
        .where('user_id', '=', actor.userId)
        .executeTakeFirstOrThrow();
      if (numDeletedRows > 0n) {
        await recordActivity(tx, {
          ...{ actor, ip },
          action: 'schedule.feed_stopped',
          subject: own,
        });
      }
    });
    return { message: 'Calendar feed turned off' };
  };
}

/** Calendar programs send no cookie: the secret in the address is what permits it. */
export function getFeed(
  { db }: Pick<ScheduleServices, 'db'>,
  ofAddress: Limit,
): Handler<typeof calls.getFeed> {
  return async ({ params: { token }, ip }) => {
    await ofAddress.consume(ip);
    const person = await db
      .selectFrom('schedule_feeds')
      .innerJoin('users', 'users.id', 'schedule_feeds.user_id')
      .select('users.id')
      .where('token_hash', '=', hashOf(token))
      .where('users.is_active', '=', true)
      .where('users.pending', '=', false)
      .where('users.deleted_at', 'is', null)
      .executeTakeFirst();
    if (!person) throw notFound();
    const rows = await findShifts(
      db,
      sql`${isPublished} and s.user_id = ${person.id}
        and s.starts_at > now() - interval '30 days' and s.starts_at < now() + interval '180 days'`,
    );
    const bytes = Buffer.from(
      calendarOf(
        rows.map((row) => ({
          ...intervalOf(row),
          id: row.id,
          version: row.version,
          title: row.role || departmentNames[row.department],
          place: storeNames[row.store],
          note: row.note,
        })),
        Date.now(),
      ),
    );
    return {
      mediaType: 'text/calendar; charset=utf-8',
      name: 'schedule.ics',
      inline: true,
      sizeBytes: bytes.length,
      etag: hashOf(bytes.toString('utf8').replaceAll(/^DTSTAMP.*$/gm, '')).toString('hex'),
      open: async ({ start, end }) => Readable.from([bytes.subarray(start, end + 1)]),
    };
  };
}
