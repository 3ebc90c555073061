import type { Platform } from '../../../platform/server/platform.ts';
import * as calls from '../contract.ts';
import { setManyActive, toggleStatus } from './accounts/active.ts';
import { createUser } from './accounts/create.ts';
import { deleteUser } from './accounts/delete.ts';
import {
  mailUserResetLink,
  readOwnPassword,
  resetUserPassword,
  setOwnPassword,
} from './accounts/password.ts';
import { changePermissions } from './accounts/permissions.ts';
import { changeRole } from './accounts/role.ts';
import { updateUser } from './accounts/update.ts';
import { importUsers } from './import/import.ts';
import { approveRegistration, declineRegistration, listRegistrations } from './registrations.ts';
import { proposeEmrn, reviewAccess } from './review.ts';
import { endUserSession, listUserSessions, syncActiveSessions } from './sessions.ts';

/**
 * Admin: managing the group's accounts. Every action is decided by `rules/` under one lock, logged in the same
 * transaction and published after COMMIT. No one may gain permissions here: no permission is granted by
 * someone who does not have it, and no account is changed by someone of a lower role.
 */
export function adminModule(platform: Platform): void {
  const { routes } = platform;
  routes.add(calls.mailUserResetLink, mailUserResetLink(platform));
  routes.add(calls.readOwnPassword, readOwnPassword(platform));
  routes.add(calls.setOwnPassword, setOwnPassword(platform));
  routes.add(calls.createUser, createUser(platform));
  routes.add(calls.updateUser, updateUser(platform));
  routes.add(calls.changePermissions, changePermissions(platform));
  routes.add(calls.changeRole, changeRole(platform));
  routes.add(calls.toggleStatus, toggleStatus(platform));
  routes.add(calls.setManyActive, setManyActive(platform));
  routes.add(calls.deleteUser, deleteUser(platform));
  routes.add(calls.resetUserPassword, resetUserPassword(platform));
  routes.add(calls.listUserSessions, listUserSessions(platform));
  routes.add(calls.endUserSession, endUserSession(platform));
  routes.add(calls.syncActiveSessions, syncActiveSessions(platform));
  routes.add(calls.listRegistrations, listRegistrations(platform));
  routes.add(calls.approveRegistration, approveRegistration(platform));
  routes.add(calls.declineRegistration, declineRegistration(platform));
  routes.add(calls.importUsers, importUsers(platform));
  routes.add(calls.reviewAccess, reviewAccess(platform));
  routes.add(calls.proposeEmrn, proposeEmrn(platform));
}
