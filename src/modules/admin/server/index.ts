import type { Platform } from '../../../platform/server/platform.ts';
import * as calls from '../contract.ts';
import { manyActive, statusToggle } from './accounts/active.ts';
import { accountCreation } from './accounts/create.ts';
import { accountDeletion } from './accounts/delete.ts';
import {
  ownPasswordChange,
  ownPasswordReading,
  passwordReset,
  resetLinkMail,
} from './accounts/password.ts';
import { permissionChange } from './accounts/permissions.ts';
import { roleChange } from './accounts/role.ts';
import { userUpdate } from './accounts/update.ts';
import { userImport } from './import/import.ts';
import { registrationApproval, registrationRefusal, registrations } from './registrations.ts';
import { accessReview, emrnProposal } from './review.ts';
import { sessionEnding, sessionSync, userSessions } from './sessions.ts';

/**
 * Admin: running the group's accounts. Every act is decided by `rules/` under one lock, logged in its own
 * transaction and told after COMMIT. Nobody may leave this room with more than they brought: no right is
 * granted by who does not hold it, and no account changed by who stands below it.
 */
export function adminModule(platform: Platform): void {
  const { routes } = platform;
  routes.add(calls.mailUserResetLink, resetLinkMail(platform));
  routes.add(calls.readOwnPassword, ownPasswordReading(platform));
  routes.add(calls.setOwnPassword, ownPasswordChange(platform));
  routes.add(calls.createUser, accountCreation(platform));
  routes.add(calls.updateUser, userUpdate(platform));
  routes.add(calls.changePermissions, permissionChange(platform));
  routes.add(calls.changeRole, roleChange(platform));
  routes.add(calls.toggleStatus, statusToggle(platform));
  routes.add(calls.setManyActive, manyActive(platform));
  routes.add(calls.deleteUser, accountDeletion(platform));
  routes.add(calls.resetUserPassword, passwordReset(platform));
  routes.add(calls.listUserSessions, userSessions(platform));
  routes.add(calls.endUserSession, sessionEnding(platform));
  routes.add(calls.syncActiveSessions, sessionSync(platform));
  routes.add(calls.listRegistrations, registrations(platform));
  routes.add(calls.approveRegistration, registrationApproval(platform));
  routes.add(calls.declineRegistration, registrationRefusal(platform));
  routes.add(calls.importUsers, userImport(platform));
  routes.add(calls.reviewAccess, accessReview(platform));
  routes.add(calls.proposeEmrn, emrnProposal(platform));
}
