import { holdsFeature, holdsPage, permits } from '../../../platform/contract/access.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { RecordAccess } from './sources.ts';

type Viewer = Pick<
  Actor,
  | 'role'
  | 'storeAccess'
  | 'pagePermissions'
  | 'featurePermissions'
  | 'pending'
  | 'mustChangePassword'
>;

/** Whether the actor may see a record. A role alone grants nothing. */
export function canSeeRecord(actor: Viewer, { store, page, feature }: RecordAccess): boolean {
  if (!permits('signedIn', actor) || (page === null && feature === null)) return false;
  return (
    (store === null || actor.storeAccess.includes(store) || actor.storeAccess.includes('all')) &&
    (page === null || holdsPage(actor, page)) &&
    (feature === null || holdsFeature(actor, feature))
  );
}
