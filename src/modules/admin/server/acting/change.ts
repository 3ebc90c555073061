import type { Actor, RequestContext } from '../../../../platform/server/http/actor.ts';
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
import { assertAdministratorLeft, getTarget, runAdminAction, type Tx } from './act.ts';
import { publishUserChange } from './publish.ts';
import { namedChanges } from './record.ts';

export interface Plan {
  changes: UserChanges;
  /** The version the editor loaded. */
  version?: number | undefined;
  /** Further work in the transaction; returns the ids of sessions it ended. */
  also?(tx: Tx): Promise<string[]>;
}

/**
 * Changes an account: under the lock, `plan` returns the changes or throws, given the current actor and
 * account. Logged in the same transaction, published after COMMIT.
 */
export async function changeAccount(
  platform: Platform,
  context: RequestContext,
  id: number,
  plan: (doer: Actor, row: PersonRow) => Plan,
): Promise<User> {
  const { before, after, ended } = await runAdminAction(platform, context, async (tx, doer) => {
    const row = await getTarget(tx, id);
    const { changes, version, also } = plan(doer, row);
    const changed = await write(tx, row, changes, version);
    const acts = namedChanges(row, changed).map((act) => ({
      ...act,
      actor: doer,
      subject: userSubject(changed),
      ip: context.ip,
    }));
    await recordActivity(tx, ...acts);
    const sessions = row.is_active && !changed.is_active ? await endSessions(tx, id) : [];
    return { before: row, after: changed, ended: [...sessions, ...((await also?.(tx)) ?? [])] };
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
  const isAdministrator = ({ role, is_active }: PersonRow) => role === 'admin' && is_active;
  if (isAdministrator(row) && !isAdministrator(changed)) await assertAdministratorLeft(tx);
  return changed;
}
