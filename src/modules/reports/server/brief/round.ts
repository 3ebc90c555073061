import { sql } from 'kysely';
import { v5 as uuidOf } from 'uuid';
import { stores } from '../../../../platform/contract/access.ts';
import type { CalendarDate } from '../../../../platform/contract/wallTime.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { announceToTeam } from '../../../chat/server/public.ts';
import { composeBrief, readStoreBriefs, type StoreBrief } from './compose.ts';
import { dayDue } from './hours.ts';

const briefs = '2f0f3c52-6f0e-4a52-9d6c-5b0a4c1e7d11';

/** Posts the briefs that are due, on whichever instance, and again should this one die in the middle. */
export async function postDue(platform: Platform, now = new Date()): Promise<void> {
  for (const desk of await readStoreBriefs(platform.db, stores)) {
    const day = desk.isOn ? dayDue(desk, now.getTime()) : null;
    if (day === null || (desk.posted !== null && desk.posted >= day)) continue;
    try {
      await post(platform, desk, day, now);
    } catch (err) {
      // The other stores get theirs; this one is tried again in the next round.
      platform.log.warn({ err, store: desk.store }, 'A brief was not posted');
    }
  }
}

/** Once for a store and day: whoever comes second waits for the row, and finds it. */
async function post(
  platform: Platform,
  desk: StoreBrief,
  day: CalendarDate,
  now: Date,
): Promise<void> {
  const { store } = desk;
  const content = await composeBrief(platform, desk, now);
  await platform.db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      insert into report_brief_posts (store, day) values (${store}, ${day}::date)
      on conflict do nothing returning day`.execute(tx);
    if (rows.length === 0) return;
    // The message stands before the row does: should the row get lost, the repeat is the same message.
    const clientMsgId = uuidOf(`${store} ${day}`, briefs);
    const isPosted = await announceToTeam(platform, {
      store,
      department: null,
      content,
      clientMsgId,
    });
    if (isPosted) return;
    // There may be a channel before its time is over.
    await sql`delete from report_brief_posts where store = ${store} and day = ${day}::date`.execute(
      tx,
    );
  });
}
