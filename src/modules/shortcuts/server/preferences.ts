import { sql } from 'kysely';
import type { Db } from '../../../platform/server/db/database.ts';
import type { Handler } from '../../../platform/server/http/routes.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import type * as calls from '../contract/preferences.ts';
import type { ShortcutsTables } from './tables.ts';

export function getPreferences(platform: Platform): Handler<typeof calls.getPreferences> {
  const db: Db<ShortcutsTables> = platform.db;
  return async ({ actor: { userId } }) => {
    const row = await db
      .selectFrom('dashboard_preferences')
      .select('selected_utilities')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return { selectedUtilities: row?.selected_utilities ?? [] };
  };
}

export function setPreferences(platform: Platform): Handler<typeof calls.setPreferences> {
  const db: Db<ShortcutsTables> = platform.db;
  return async ({ body: { selectedUtilities }, actor: { userId } }) => {
    const chosen = { selected_utilities: selectedUtilities };
    await db
      .insertInto('dashboard_preferences')
      .values({ user_id: userId, ...chosen })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet({ ...chosen, changed_at: sql<Date>`now()` }),
      )
      .execute();
    return { selectedUtilities };
  };
}
