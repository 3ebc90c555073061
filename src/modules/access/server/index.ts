import { sql } from 'kysely';
import type { Platform } from '../../../platform/server/platform.ts';
import * as calls from '../contract.ts';
import { getCurrentUser } from './current-user.ts';
import { confirmEmail, resendEmailConfirmation } from './email/confirmation.ts';
import { scheduleExpiry } from './email/expiry.ts';
import { changePassword } from './password/change.ts';
import { confirmPassword } from './password/confirm.ts';
import { resetPassword } from './password/reset.ts';
import { requestPasswordReset } from './password/reset-request.ts';
import type { StoreNotifications } from './sign-in/attack-alert.ts';
import { register } from './sign-in/registration.ts';
import { login } from './sign-in/sign-in.ts';
import { logout } from './sign-in/sign-out.ts';

/**
 * Access: sign-in, registration, passwords and sessions. No reply, response time or email of this module may
 * reveal whether an account exists (except registration, which must reject a taken username); no password,
 * token or hash ever leaves it. Until an email address is confirmed, it gets only one email.
 */
export function accessModule(platform: Platform, storeNotifications: StoreNotifications): void {
  const { routes, db } = platform;
  routes.add(calls.getCurrentUser, ({ actor }) => getCurrentUser(db, actor));
  routes.add(calls.login, login(platform, storeNotifications));
  routes.add(calls.logout, logout(platform));
  routes.add(calls.register, register(platform));
  routes.add(calls.confirmEmail, confirmEmail(platform));
  routes.add(calls.resendEmailConfirmation, resendEmailConfirmation(platform));
  routes.add(calls.requestPasswordReset, requestPasswordReset(platform));
  routes.add(calls.resetPassword, resetPassword(platform));
  routes.add(calls.changePassword, changePassword(platform));
  routes.add(calls.confirmPassword, confirmPassword(platform));
  scheduleSweep(platform);
  scheduleExpiry(platform);
}

/**
 * Nightly: sessions, devices and links that can no longer be used are kept for a month, for investigations,
 * then deleted.
 */
function scheduleSweep({ jobs, db }: Platform): void {
  jobs.schedule('access.sweep', '23 9 * * *', async () => {
    await sql`delete from sessions
      where least(ended_at, expires_at, last_seen_at + interval '12 hours')
        < now() - interval '30 days'`.execute(db);
    await sql`delete from known_devices where last_seen_at < now() - interval '400 days'`.execute(
      db,
    );
    await sql`delete from email_confirmations where expires_at < now() - interval '30 days'`.execute(
      db,
    );
    await sql`delete from password_resets where expires_at < now() - interval '30 days'`.execute(
      db,
    );
  });
}
