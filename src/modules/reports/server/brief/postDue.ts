import { sql } from 'kysely';
import { v5 as uuidOf } from 'uuid';
import { stores } from '../../../../platform/contract/access.ts';
import type { CalendarDate } from '../../../../platform/contract/wallTime.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { announceToTeam } from '../../../chat/server/public.ts';
import { composeBrief, readStoreBriefs, type StoreBrief } from './compose.ts';
import { dayDue } from './hours.ts';

const briefs = '2f0f3c52-6f0e-4a52-9d6c-5b0a4c1e7d11';

/** Posts the briefs that are due. Safe to run on several instances and to repeat after a crash. */
export async function postDue(platform: Platform, now = new Date()): Promise<void> {
  for (const brief of await readStoreBriefs(platform.db, stores)) {
    const day = brief.isOn ? dayDue(brief, now.getTime()) : null;
    if (day === null || (brief.posted !== null && brief.posted >= day)) continue;
    try {
      await post(platform, brief, day, now);
    } catch (err) {
      // The other stores are not affected; this one is retried in the next run.
      platform.log.warn({ err, store: brief.store }, 'Failed to post daily brief');
    }
  }
}

/** Once per store and day: a concurrent run waits for the row and then finds it. */
async function post(
  platform: Platform,
  brief: StoreBrief,
  day: CalendarDate,
  now: Date,
): Promise<void> {
  const { store } = brief;
  const content = await composeBrief(platform, brief, now);
  await platform.db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      insert into report_brief_posts (store, day) values (${store}, ${day}::date)
      on conflict do nothing returning day`.execute(tx);
    if (rows.length === 0) return;
    // The message is stored before the row commits; the fixed id makes a repeat the same message.
    const clientMsgId = uuidOf(`${store} ${day}`, briefs);
    const isPosted = await announceToTeam(platform, {
      store,
      department: null,
      content,
      clientMsgId,
    });
    if (isPosted) return;
    // A channel may still be created before the grace period ends.
    await sql`delete from report_brief_posts where store = ${store} and day = ${day}::date`.execute(
      tx,
    );
  });
}
