import { isDeepStrictEqual } from 'node:util';
import type { Platform } from '../../../../platform/server/platform.ts';
import { personChanged } from '../../../../platform/server/realtime/watch.ts';
import { announceEnded } from '../../../access/server/public.ts';
import {
  announceActive,
  announceNamesakes,
  announceRole,
  announceUpdated,
  type PersonRow,
  publishRights,
} from '../../../people/server/public.ts';

export const reasons = {
  disabled: 'Your account has been disabled by an administrator',
  deleted: 'Your account has been deleted by an administrator',
  declined: 'Your registration has been declined by an administrator',
  password: 'Your password was reset by an administrator. Please sign in again.',
  session: 'Your session was ended by an administrator',
};

/** After COMMIT: the person's own sockets first, then everyone else. */
export async function publishUserChange(
  platform: Platform,
  before: PersonRow,
  after: PersonRow,
  ended: string[],
): Promise<void> {
  announceEnded(platform, ended, after.is_active ? reasons.password : reasons.disabled);
  if (after.version === before.version) return;
  if (!isDeepStrictEqual(rightsOf(before), rightsOf(after))) publishRights(platform, after);
  // Not only for permissions: sockets also cache the name.
  platform.bus.publish(personChanged, { userId: after.id });
  if (before.role !== after.role) announceRole(platform, after.id, after.role);
  if (before.is_active !== after.is_active) announceActive(platform, after.id, after.is_active);
  await announceUpdated(platform, after);
  if (before.name_key !== after.name_key) {
    await announceNamesakes(platform, after, before.name_key);
    await announceNamesakes(platform, after, after.name_key);
  }
}

const rightsOf = (row: PersonRow) => [
  row.role,
  row.page_permissions,
  row.feature_permissions,
  row.store_access,
  row.pending,
];
