import type { Kysely } from 'kysely';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { forbidden, unauthenticated } from '../../../platform/server/http/errors.ts';
import type { Handler } from '../../../platform/server/http/routes.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { personChanged } from '../../../platform/server/realtime/watch.ts';
import { recordActivity, userSubject } from '../../activity/server/public.ts';
import {
  announceUpdated,
  lockPerson,
  type PeopleTables,
  type PersonRow,
  toUser,
  updateUser,
} from '../../people/server/public.ts';
import type { updateProfile } from '../contract.ts';

/** The fail-safe account is the same for everybody, by whatever route. */
const immutable = 'Cannot modify protected accounts';

export function profileUpdate(platform: Platform): Handler<typeof updateProfile> {
  const db: Db<PeopleTables> = platform.db;
  return async ({ body, actor, ip }) => {
    const { before, after } = await db.transaction().execute(async (tx) => {
      const row = await getOwn(tx, actor.userId);
      const firstName = body.firstName ?? row.first_name;
      const lastName = body.lastName ?? row.last_name;
      if (firstName === row.first_name && lastName === row.last_name) {
        return { before: row, after: row };
      }
      if (row.protection) throw forbidden(immutable);
      const changed = await updateUser(tx, row.id, { firstName, lastName });
      await recordActivity(tx, {
        actor,
        action: 'user.updated',
        subject: userSubject(changed),
        before: { firstName: row.first_name, lastName: row.last_name },
        after: { firstName, lastName },
        ip,
      });
      return { before: row, after: changed };
    });
    if (after !== before) {
      // What is said in somebody's name is said by their sockets.
      platform.bus.publish(personChanged, { userId: after.id });
      await announceUpdated(platform, after);
    }
    return toUser(after);
  };
}

async function getOwn(tx: Kysely<AnyTables>, id: number): Promise<PersonRow> {
  const row = await lockPerson(tx, id);
  if (!row || row.deleted_at) throw unauthenticated();
  return row;
}
