import { type Kysely, sql } from 'kysely';
import type { AnyTables } from '../../../../platform/server/db/database.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { findMailTemplate } from '../../../mail/server/public.ts';
import { findPeopleByIds, type PersonRow } from '../../../people/server/public.ts';
import { headingOf, previewOf } from '../../contract/preview.ts';
import { type ShownRow, shownColumns } from '../tables.ts';

/** Every five minutes: one email per person with what stayed unread for 15 minutes. */
export function scheduleDigest(platform: Platform): void {
  const { jobs, db, mail } = platform;
  jobs.schedule('notifications.digest', '*/5 * * * *', () =>
    // Marked and enqueued in one transaction: nothing is mailed twice or lost.
    db.transaction().execute(async (tx) => {
      const byPerson = Map.groupBy(await takeUnread(tx), ({ user_id }) => user_id);
      const template = await findMailTemplate(tx, 'notification-digest');
      // With the template off they still count as mailed, so turning it on again sends no backlog.
      if (!template) return;
      const people = await findPeopleByIds(tx, [...byPerson.keys()]);
      for (const person of people.filter(isReachable)) {
        const rows = byPerson.get(person.id) ?? [];
        const email = template.render(digestOf(person.first_name, rows, platform.publicUrl()));
        await mail.send(tx, { to: person.email, ...email });
      }
    }),
  );
}

const isReachable = (person: PersonRow) =>
  person.is_active &&
  !person.pending &&
  !person.deleted_at &&
  person.email_confirmed_at !== null &&
  person.protection !== 'system_bot';

/** Newest first. A row locked by a concurrent read waits for the next round. */
async function takeUnread(tx: Kysely<AnyTables>): Promise<ShownRow[]> {
  const { rows } = await sql<ShownRow>`
    with due as (
      select id from notifications
      where digest and mailed_at is null and read_at is null and removed_at is null
        and created_at <= now() - interval '15 minutes'
        and (digest_from is null or digest_from <= now())
      order by id for update skip locked
    ), taken as (
      update notifications set mailed_at = now() where id in (select id from due)
      returning ${sql.join(shownColumns.map((column) => sql.ref(column)))}
    )
    select * from taken order by id desc`.execute(tx);
  return rows;
}

const maxEntries = 20;

/** The variables of the digest email; newest notifications first. */
function digestOf(firstName: string, rows: readonly ShownRow[], publicUrl: string) {
  const notifications = rows.slice(0, maxEntries).map((row) => ({
    title: headingOf(row),
    preview: previewOf(row.message),
    link: publicUrl + (row.action_url ?? '/'),
  }));
  const left = rows.length - notifications.length;
  return {
    firstName,
    count: rows.length,
    isSingle: rows.length === 1,
    title: notifications[0]?.title ?? '',
    notifications,
    more: left > 0 ? String(left) : '',
    loginLink: `${publicUrl}/`,
  };
}
