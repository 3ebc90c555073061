import { sql } from 'kysely';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { ownStores } from '../../../../platform/server/records/stores.ts';
import { recordActivity, userSubject } from '../../../activity/server/public.ts';
import { findEmployees } from '../../../employees/server/public.ts';
import { notify, publishNotifications } from '../../../notifications/server/public.ts';
import { lockPerson } from '../../../people/server/public.ts';
import { getManagedPerson, managedBy } from '../../../time-clock/server/public.ts';
import type * as calls from '../../contract/pins.ts';
import type { PinRow } from '../../contract/pins.ts';
import { assertManagesKiosks } from '../policy.ts';
import { publishKiosks } from '../publish.ts';
import type { KioskDb } from '../tables.ts';

/** Active people whose hours the actor manages. */
function selectPins(db: KioskDb, actor: Actor) {
  return db
    .selectFrom('users as u')
    .leftJoin('kiosk_pins as p', 'p.user_id', 'u.id')
    .select(['u.id', 'u.shown_name', 'u.department', 'u.store_access', 'p.set_at'])
    .where(managedBy(actor))
    .where('u.is_active', '=', true)
    .where('u.deleted_at', 'is', null)
    .orderBy(sql`lower(u.last_name), lower(u.first_name), u.id`);
}

export async function listPins(db: Db<AnyTables>, actor: Actor): Promise<PinRow[]> {
  assertManagesKiosks(actor);
  return toPinRows(db, await selectPins(db, actor).execute());
}

type Row = Awaited<ReturnType<ReturnType<typeof selectPins>['execute']>>[number];

async function toPinRows(db: Db<AnyTables>, rows: readonly Row[]): Promise<PinRow[]> {
  const employees = await findEmployees(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.shown_name,
    number: employees.get(row.id)?.employeeNumber ?? null,
    department: row.department as PinRow['department'],
    stores: row.store_access as PinRow['stores'],
    setAt: row.set_at?.toISOString() ?? null,
  }));
}

export function clearPin(platform: Platform): Handler<typeof calls.clearPin> {
  const db: KioskDb = platform.db;
  return async ({ actor, params: { id }, ip }) => {
    assertManagesKiosks(actor);
    const person = await getManagedPerson(platform.db, actor, id);
    if (!person.is_active) throw notFound();
    const unpublished = await db.transaction().execute(async (tx) => {
      await lockPerson(tx, id);
      const { numDeletedRows } = await tx
        .deleteFrom('kiosk_pins')
        .where('user_id', '=', id)
        .executeTakeFirst();
      if (numDeletedRows === 0n) return null;
      // Ends sign-ins at kiosks that used it.
      await tx.deleteFrom('kiosk_sign_ins').where('user_id', '=', id).execute();
      const subject = userSubject(person);
      await recordActivity(tx, { actor, action: 'kiosk.pin_cleared', subject, ip });
      return notify(tx, {
        userIds: [id],
        title: 'Your kiosk PIN was cleared',
        message: `${actor.shownName} cleared it. Set a new one in your profile to punch at a kiosk.`,
        type: 'info',
        actionUrl: '/profile',
        actionLabel: 'Open profile',
        deliver: { push: true, digest: true },
      });
    });
    if (unpublished) {
      await publishNotifications(platform, unpublished);
      const stores = ownStores({ storeAccess: person.store_access });
      for (const store of stores) publishKiosks(platform, store);
    }
    const rows = await selectPins(db, actor).where('u.id', '=', id).execute();
    const [row] = await toPinRows(platform.db, rows);
    if (!row) throw notFound();
    return row;
  };
}
