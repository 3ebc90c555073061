import { sql } from 'kysely';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract.ts';
import { heimdallChanged } from '../../contract.ts';
import { existingShortcuts, type ShortcutsDb, toShortcut } from './list.ts';

export function orderShortcuts(platform: Platform): Handler<typeof calls.orderShortcuts> {
  const db: ShortcutsDb = platform.db;
  return async ({ body: { ids }, actor, ip }) => {
    const { rows, moved } = await db.transaction().execute(async (tx) => {
      const currentIds = (await existingShortcuts(tx).forUpdate().execute()).map(({ id }) => id);
      const listedIds = ids.filter((id) => currentIds.includes(id));
      const nextIds = [...listedIds, ...currentIds.filter((id) => !listedIds.includes(id))];
      const same = nextIds.every((id, at) => id === currentIds[at]);
      if (!same) {
        await setPositions(tx, nextIds);
        const subject = { type: 'shortcut', id: null, name: 'All shortcuts' };
        await recordActivity(tx, { actor, action: 'shortcut.reordered', subject, ip });
      }
      return { rows: await existingShortcuts(tx).execute(), moved: !same };
    });
    if (moved) platform.realtime.publish('everyone:', heimdallChanged, {});
    return rows.map(toShortcut);
  };
}

/** The last shortcut gets 0, the default of a new one, so that a new one sorts after it. */
async function setPositions(tx: ShortcutsDb, ids: readonly number[]): Promise<void> {
  await sql`update shortcuts set position = ordered.ordinal - ${ids.length}::integer
    from unnest(${ids}::integer[]) with ordinality as ordered (id, ordinal)
    where shortcuts.id = ordered.id`.execute(tx);
}
