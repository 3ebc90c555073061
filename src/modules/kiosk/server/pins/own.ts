import { sql } from 'kysely';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { ownStores } from '../../../../platform/server/records/stores.ts';
import { createPasswordCheck, hashPassword } from '../../../access/server/public.ts';
import { recordActivity, userSubject } from '../../../activity/server/public.ts';
import { findEmployees } from '../../../employees/server/public.ts';
import { findPersonById, lockPerson } from '../../../people/server/public.ts';
import { findPinProblem } from '../../contract/pinRules.ts';
import type * as calls from '../../contract/pins.ts';
import { publishKiosks } from '../publish.ts';
import type { KioskDb } from '../tables.ts';
import { sealPinHash } from './seal.ts';
import type { PinCheck } from './verify.ts';

export async function getOwnPin(anyDb: Db<AnyTables>, { userId }: Pick<Actor, 'userId'>) {
  const db: KioskDb = anyDb;
  const row = await db
    .selectFrom('kiosk_pins')
    .select('set_at')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return { number: await findNumber(anyDb, userId), setAt: row?.set_at.toISOString() ?? null };
}

const findNumber = async (db: Db<AnyTables>, userId: number): Promise<string | null> =>
  (await findEmployees(db, [userId])).get(userId)?.employeeNumber ?? null;

/** Only its owner sets a PIN, so that no one else ever knows it. */
export function setOwnPin(
  platform: Platform,
  pins: Pick<PinCheck, 'forgetWrong'>,
): Handler<typeof calls.setOwnPin> {
  const db: KioskDb = platform.db;
  const assertPassword = createPasswordCheck(platform, 'kiosk-pin-password');
  return async ({ actor, body: { pin, currentPassword }, ip }) => {
    const { userId } = actor;
    const message = 'The current password is not correct';
    await assertPassword(userId, currentPassword, { field: 'currentPassword', message });
    const self = await findPersonById(db, userId);
    if (!self) throw notFound();
    const number = await findNumber(platform.db, userId);
    const problem = findPinProblem(pin, number ?? '');
    if (problem) throw invalid(`${problem}.`, { pin: problem });
    const sealed_hash = sealPinHash(platform, userId, await hashPassword(pin));
    await db.transaction().execute(async (tx) => {
      await lockPerson(tx, userId);
      await tx
        .insertInto('kiosk_pins')
        .values({ user_id: userId, sealed_hash })
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet({ sealed_hash, set_at: sql<Date>`now()` }),
        )
        .execute();
      // Ends sign-ins at kiosks that used the old one.
      await tx.deleteFrom('kiosk_sign_ins').where('user_id', '=', userId).execute();
      await recordActivity(tx, { actor, action: 'kiosk.pin_set', subject: userSubject(self), ip });
    });
    if (number) await pins.forgetWrong(number);
    for (const store of ownStores(actor)) publishKiosks(platform, store);
    return getOwnPin(platform.db, actor);
  };
}
