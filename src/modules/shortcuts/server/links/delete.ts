import { sql } from 'kysely';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract.ts';
import { heimdallChanged } from '../../contract.ts';
import { assertBelowLimit, subjectOf } from './edit.ts';
import { type ShortcutsDb, toShortcut } from './list.ts';

export function deleteShortcut(platform: Platform): Handler<typeof calls.deleteShortcut> {
  const db: ShortcutsDb = platform.db;
  return async ({ params: { shortcutId }, actor, ip }) => {
    await db.transaction().execute(async (tx) => {
      const row = await tx
        .updateTable('shortcuts')
        .set({ deleted_at: sql<Date>`now()` })
        .where('id', '=', shortcutId)
        .where('deleted_at', 'is', null)
        .returningAll()
        .executeTakeFirst();
      if (!row) throw notFound('This shortcut has already been deleted.');
      const before = { title: row.title, url: row.url };
      const entry = { actor, subject: subjectOf(row), before, ip };
      await recordActivity(tx, { ...entry, action: 'shortcut.deleted' });
    });
    platform.realtime.publish('everyone:', heimdallChanged, {});
    return { message: 'Shortcut deleted' };
  };
}

/** Deleted shortcuts can be restored for 30 days; then they are purged. */
export async function sweepShortcuts(db: ShortcutsDb): Promise<void> {
  await db
    .deleteFrom('shortcuts')
    .where('deleted_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute();
}

export function restoreShortcut(platform: Platform): Handler<typeof calls.restoreShortcut> {
  const db: ShortcutsDb = platform.db;
  return async ({ params: { shortcutId }, actor, ip }) => {
    const restored = await db.transaction().execute(async (tx) => {
      await assertBelowLimit(tx);
      const row = await tx
        .updateTable('shortcuts')
        .set({ deleted_at: null, version: sql<number>`version + 1` })
        .where('id', '=', shortcutId)
        .where('deleted_at', 'is not', null)
        .returningAll()
        .executeTakeFirst();
      if (!row) throw notFound('This shortcut can’t be restored.');
      const after = { title: row.title, url: row.url };
      const entry = { actor, subject: subjectOf(row), after, ip };
      await recordActivity(tx, { ...entry, action: 'shortcut.restored' });
      return row;
    });
    platform.realtime.publish('everyone:', heimdallChanged, {});
    return toShortcut(restored);
  };
}
