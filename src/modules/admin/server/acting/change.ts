import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { endSessions } from '../../../access/server/public.ts';
import { recordActivity, userSubject } from '../../../activity/server/public.ts';
import type { User } from '../../../people/contract.ts';
import {
  describeUser,
  type PersonRow,
  type UserChanges,
  updateUser,
} from '../../../people/server/public.ts';
import { type Asking, act, assertAdministratorLeft, getTarget, type Tx } from './act.ts';
import { publishUserChange } from './publish.ts';
import { namedChanges } from './record.ts';

export interface Plan {
  changes: UserChanges;
  /** The version the editor saw. */
  version?: number | undefined;
  /** What belongs to the change beyond the record; answers the sessions it ended. */
  also?(tx: Tx): Promise<string[]>;
}

/**
 * Changes an account: `plan` decides, under the lock and with the doer and the account as they are now,
 * what is to change or throws. Logged in the same transaction; everybody is told after COMMIT.
 */
export async function changeAccount(
  platform: Platform,
  asking: Asking,
  id: number,
  plan: (doer: Actor, row: PersonRow) => Plan,
): Promise<User> {
  const { before, after, ended } = await act(platform, asking, async (tx, doer) => {
    const row = await getTarget(tx, id);
    const { changes, version, also } = plan(doer, row);
    const changed = await write(tx, row, changes, version);
    const acts = namedChanges(row, changed).map((act) => ({
      ...act,
      actor: doer,
      subject: userSubject(changed),
      ip: asking.ip,
    }));
    await recordActivity(tx, ...acts);
    const out = row.is_active && !changed.is_active ? await endSessions(tx, id) : [];
    return { before: row, after: changed, ended: [...out, ...((await also?.(tx)) ?? [])] };
  });
  await publishUserChange(platform, before, after, ended);
  return describeUser(platform, after);
}

async function write(
  tx: Tx,
  row: PersonRow,
  changes: UserChanges,
  version: number | undefined,
): Promise<PersonRow> {
  if (Object.values(changes).every((value) => value === undefined)) return row;
  const changed = await updateUser(tx, row.id, changes, { version });
  const administrates = ({ role, is_active }: PersonRow) => role === 'admin' && is_active;
  if (administrates(row) && !administrates(changed)) await assertAdministratorLeft(tx);
  return changed;
}
