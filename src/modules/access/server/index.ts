import type { Platform } from '../../../platform/server/platform.ts';
import {
  changePassword,
  getCurrentUser,
  login,
  logout,
  register,
  requestPasswordReset,
  resetPassword,
} from '../contract.ts';
import { currentUserOf } from './current-user.ts';
import { passwordChange } from './password/change.ts';
import { passwordReset } from './password/reset.ts';
import { resetRequest } from './password/reset-request.ts';
import { registration } from './sign-in/registration.ts';
import { signIn } from './sign-in/sign-in.ts';
import { signOut } from './sign-in/sign-out.ts';
import { scheduleSweep } from './sweep.ts';

/**
 * Access: who somebody is. Sign-in, registration, passwords and sessions. No answer, time or mail of this
 * room may tell a stranger whether an account exists (but registering, which must say that a name is
 * taken); no password, token or hash ever leaves it.
 */
export function accessModule(platform: Platform): void {
  const { routes, db } = platform;
  routes.add(getCurrentUser, ({ actor }) => currentUserOf(db, actor));
  routes.add(login, signIn(platform));
  routes.add(logout, signOut(platform));
  routes.add(register, registration(platform));
  routes.add(requestPasswordReset, resetRequest(platform));
  routes.add(resetPassword, passwordReset(platform));
  routes.add(changePassword, passwordChange(platform));
  scheduleSweep(platform);
}
