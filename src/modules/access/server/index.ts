import type { Platform } from '../../../platform/server/platform.ts';
import {
  changePassword,
  confirmEmail,
  confirmPassword,
  getCurrentUser,
  login,
  logout,
  register,
  requestPasswordReset,
  resendEmailConfirmation,
  resetPassword,
} from '../contract.ts';
import { currentUserOf } from './current-user.ts';
import { confirmationResending, emailConfirmation } from './email/confirmation.ts';
import { scheduleExpiry } from './email/expiry.ts';
import { passwordChange } from './password/change.ts';
import { passwordConfirmation } from './password/confirm.ts';
import { passwordReset } from './password/reset.ts';
import { resetRequest } from './password/reset-request.ts';
import type { StoreNotices } from './sign-in/attack-alert.ts';
import { registration } from './sign-in/registration.ts';
import { signIn } from './sign-in/sign-in.ts';
import { signOut } from './sign-in/sign-out.ts';
import { scheduleSweep } from './sweep.ts';

/**
 * Access: who somebody is. Sign-in, registration, passwords and sessions. No answer, time or mail of this
 * module may tell a stranger whether an account exists (but registering, which must say that a username is
 * taken); no password, token or hash ever leaves it. Until an address is confirmed, it gets one mail.
 */
export function accessModule(platform: Platform, storeNotices: StoreNotices): void {
  const { routes, db } = platform;
  routes.add(getCurrentUser, ({ actor }) => currentUserOf(db, actor));
  routes.add(login, signIn(platform, storeNotices));
  routes.add(logout, signOut(platform));
  routes.add(register, registration(platform));
  routes.add(confirmEmail, emailConfirmation(platform));
  routes.add(resendEmailConfirmation, confirmationResending(platform));
  routes.add(requestPasswordReset, resetRequest(platform));
  routes.add(resetPassword, passwordReset(platform));
  routes.add(changePassword, passwordChange(platform));
  routes.add(confirmPassword, passwordConfirmation(platform));
  scheduleSweep(platform);
  scheduleExpiry(platform);
}
