import { sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { conflict, notFound } from '../../../../platform/server/http/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract.ts';
import { heimdallChanged, maxShortcuts, newShortcut } from '../../contract.ts';
import { type ShortcutRow, type ShortcutsDb, toShortcut } from './list.ts';

const stale = 'Somebody else has changed this shortcut meanwhile.';

export const subjectOf = ({ id, title }: Pick<ShortcutRow, 'id' | 'title'>) => ({
  type: 'shortcut',
  id,
  name: title,
});

export function createShortcut(platform: Platform): Handler<typeof calls.createShortcut> {
  const db: ShortcutsDb = platform.db;
  return async ({ body, actor, ip }) => {
    const row = await db.transaction().execute(async (tx) => {
      await refuseTooMany(tx);
      const made = await tx
        .insertInto('shortcuts')
        .values(toColumns(body))
        .returningAll()
        .executeTakeFirstOrThrow();
      const act = { actor, subject: subjectOf(made), after: described(made), ip };
      await recordActivity(tx, { ...act, action: 'shortcut.created' });
      return made;
    });
    platform.realtime.publish('everyone:', heimdallChanged, {});
    return toShortcut(row);
  };
}

/** Everybody loads all of them. The lock keeps two from taking the last place. */
export async function refuseTooMany(tx: ShortcutsDb): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('shortcuts'))`.execute(tx);
  const { count } = await tx
    .selectFrom('shortcuts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (count >= maxShortcuts) {
    throw conflict(`There can be at most ${maxShortcuts} shortcuts. Please delete one first.`);
  }
}

export function updateShortcut(platform: Platform): Handler<typeof calls.updateShortcut> {
  const db: ShortcutsDb = platform.db;
  return async ({ params: { shortcutId }, body: { version, ...body }, actor, ip }) => {
    const { before, after } = await db.transaction().execute(async (tx) => {
      const row = await lockShortcut(tx, shortcutId);
      if (version !== undefined && version !== row.version) throw conflict(stale);
      const wanted = toColumns({ ...toShortcut(row), ...body });
      if (JSON.stringify(described(wanted)) === JSON.stringify(described(row))) {
        return { before: row, after: row };
      }
      const changed = await tx
        .updateTable('shortcuts')
        .set({ ...wanted, version: row.version + 1 })
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      const told = { before: described(row), after: described(changed) };
      const act = { actor, subject: subjectOf(changed), ...told, ip };
      await recordActivity(tx, { ...act, action: 'shortcut.updated' });
      return { before: row, after: changed };
    });
    if (after !== before) platform.realtime.publish('everyone:', heimdallChanged, {});
    return toShortcut(after);
  };
}

async function lockShortcut(tx: ShortcutsDb, id: number): Promise<ShortcutRow> {
  const row = await tx
    .selectFrom('shortcuts')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('This shortcut has been deleted.');
  return row;
}

function toColumns(body: Omit<ValidOf<typeof calls.createShortcut>['body'], 'version'>) {
  const { title, url, description, icon, isGlobal, isActive, order } = body;
  const only = <T>(list: readonly T[] = []) => (isGlobal ? [] : [...new Set(list)]);
  return {
    title,
    url,
    description,
    icon,
    category: body.category || newShortcut.category,
    is_global: isGlobal,
    roles: only(body.roles),
    departments: only(body.departments),
    stores: only(body.stores),
    is_active: isActive,
    position: order,
  };
}

/** What the log keeps of it, and what makes it another one. */
function described(row: ReturnType<typeof toColumns>) {
  const { title, url, description, icon, category, roles, departments, stores } = row;
  const audience = { isGlobal: row.is_global, roles, departments, stores };
  const shown = { isActive: row.is_active, order: row.position };
  return { title, url, description, icon, category, ...audience, ...shown };
}
