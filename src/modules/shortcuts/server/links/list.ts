import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import type * as calls from '../../contract.ts';
import type { Shortcut } from '../../contract.ts';
import type { ShortcutsTables } from '../tables.ts';

export type ShortcutRow = Selectable<ShortcutsTables['shortcuts']>;
export type ShortcutsDb = Db<ShortcutsTables>;

export function listShortcuts(platform: Platform): Handler<typeof calls.listShortcuts> {
  const db: ShortcutsDb = platform.db;
  return async ({ actor }) => {
    const rows = await existingShortcuts(db)
      .where((where) => visibleTo(where, actor))
      .execute();
    return rows.map(toShortcut);
  };
}

/** Shortcuts that are not deleted, in order. */
export function existingShortcuts(db: ShortcutsDb) {
  return db
    .selectFrom('shortcuts')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id');
}

/** Administrators see all; others see active shortcuts whose audience includes them. */
function visibleTo(
  { and, or, eb, val }: ExpressionBuilder<ShortcutsTables, 'shortcuts'>,
  { role, department, storeAccess }: Actor,
) {
  if (role === 'admin') return val(true);
  const stores = [...storeAccess];
  return and([
    eb('is_active', '=', true),
    or([
      eb('is_global', '=', true),
      sql<boolean>`cardinality(roles || departments || stores) > 0
        and (roles = '{}' or ${role} = any(roles))
        and (departments = '{}' or ${department}::text = any(departments))
        and (stores = '{}' or stores && ${stores}::text[] or 'all' = any(${stores}::text[]))`,
    ]),
  ]);
}

export function toShortcut(row: ShortcutRow): Shortcut {
  const { id, title, url, description, icon, category, roles, departments, stores, version } = row;
  return {
    id,
    title,
    url,
    description,
    icon,
    category,
    isGlobal: row.is_global,
    roles,
    departments,
    stores,
    isActive: row.is_active,
    order: row.position,
    version,
  };
}
