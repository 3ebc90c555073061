import { sql } from 'kysely';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract.ts';
import { heimdallChanged } from '../../contract.ts';
import { present, type ShortcutsDb, toShortcut } from './list.ts';

export function orderShortcuts(platform: Platform): Handler<typeof calls.orderShortcuts> {
  const db: ShortcutsDb = platform.db;
  return async ({ body: { ids }, actor, ip }) => {
    const { rows, moved } = await db.transaction().execute(async (tx) => {
      const known = (await present(tx).forUpdate().execute()).map(({ id }) => id);
      const named = ids.filter((id) => known.includes(id));
      const wanted = [...named, ...known.filter((id) => !named.includes(id))];
      const same = wanted.every((id, at) => id === known[at]);
      if (!same) {
        await setPositions(tx, wanted);
        const subject = { type: 'shortcut', id: null, name: 'All shortcuts' };
        await recordActivity(tx, { actor, action: 'shortcut.reordered', subject, ip });
      }
      return { rows: await present(tx).execute(), moved: !same };
    });
    if (moved) platform.realtime.publish('everyone:', heimdallChanged, {});
    return rows.map(toShortcut);
  };
}

/** The last one gets 0, which is what a new one begins with: so the new one comes after it. */
async function setPositions(tx: ShortcutsDb, ids: readonly number[]): Promise<void> {
  await sql`update shortcuts set position = told.place - ${ids.length}::integer
    from unnest(${ids}::integer[]) with ordinality as told (id, place)
    where shortcuts.id = told.id`.execute(tx);
}
