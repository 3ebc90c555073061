import { sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { conflict, notFound } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { assertVersion } from '../../../../platform/server/records/versions.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract.ts';
import { heimdallChanged, maxShortcuts, newShortcut } from '../../contract.ts';
import { type ShortcutRow, type ShortcutsDb, toShortcut } from './list.ts';

export const subjectOf = ({ id, title }: Pick<ShortcutRow, 'id' | 'title'>) => ({
  type: 'shortcut',
  id,
  name: title,
});

export function createShortcut(platform: Platform): Handler<typeof calls.createShortcut> {
  const db: ShortcutsDb = platform.db;
  return async ({ body, actor, ip }) => {
    const row = await db.transaction().execute(async (tx) => {
      await assertBelowLimit(tx);
      const created = await tx
        .insertInto('shortcuts')
        .values(toColumns(body))
        .returningAll()
        .executeTakeFirstOrThrow();
      const entry = { actor, subject: subjectOf(created), after: auditFields(created), ip };
      await recordActivity(tx, { ...entry, action: 'shortcut.created' });
      return created;
    });
    platform.realtime.publish('everyone:', heimdallChanged, {});
    return toShortcut(row);
  };
}

/** Limited because clients load all shortcuts. The lock keeps concurrent inserts within the limit. */
export async function assertBelowLimit(tx: ShortcutsDb): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('shortcuts'))`.execute(tx);
  const { count } = await tx
    .selectFrom('shortcuts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (count >= maxShortcuts) {
    throw conflict(`The limit is ${maxShortcuts} shortcuts. Delete one first.`);
  }
}

export function updateShortcut(platform: Platform): Handler<typeof calls.updateShortcut> {
  const db: ShortcutsDb = platform.db;
  return async ({ params: { shortcutId }, body: { version, ...body }, actor, ip }) => {
    const { before, after } = await db.transaction().execute(async (tx) => {
      const row = await lockShortcut(tx, shortcutId);
      assertVersion(row, version, 'this shortcut', 'load');
      const next = toColumns({ ...toShortcut(row), ...body });
      if (JSON.stringify(auditFields(next)) === JSON.stringify(auditFields(row))) {
        return { before: row, after: row };
      }
      const changed = await tx
        .updateTable('shortcuts')
        .set({ ...next, version: row.version + 1 })
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      const change = { before: auditFields(row), after: auditFields(changed) };
      const entry = { actor, subject: subjectOf(changed), ...change, ip };
      await recordActivity(tx, { ...entry, action: 'shortcut.updated' });
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

/** The fields that the activity log records and that count as a change. */
function auditFields(row: ReturnType<typeof toColumns>) {
  const { title, url, description, icon, category, roles, departments, stores } = row;
  const audience = { isGlobal: row.is_global, roles, departments, stores };
  const shown = { isActive: row.is_active, order: row.position };
  return { title, url, description, icon, category, ...audience, ...shown };
}
