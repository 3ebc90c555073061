import type { Definition } from './definition.ts';
import { type EmailConfirmationValues, emailConfirmation } from './email-confirmation.ts';
import { type NotificationDigestValues, notificationDigest } from './notification-digest.ts';
import { type PasswordResetValues, passwordReset } from './password-reset.ts';
import { type ReportValues, report } from './report.ts';
import {
  type NewDeviceValues,
  newDevice,
  type PasswordChangedValues,
  passwordChanged,
  type SignInAttackValues,
  signInAttack,
} from './security-notices.ts';
import { type TestMailValues, testMail } from './test-mail.ts';

/** The values of each email. */
export interface MailValues {
  'password-reset': PasswordResetValues;
  'password-changed': PasswordChangedValues;
  'new-device': NewDeviceValues;
  'sign-in-attack': SignInAttackValues;
  'email-confirmation': EmailConfirmationValues;
  'notification-digest': NotificationDigestValues;
  report: ReportValues;
  test: TestMailValues;
}
export type TemplateKey = keyof MailValues;

/** All emails that Forecourt sends. */
export const catalog: Record<TemplateKey, Definition> = {
  'password-reset': passwordReset,
  'password-changed': passwordChanged,
  'new-device': newDevice,
  'sign-in-attack': signInAttack,
  'email-confirmation': emailConfirmation,
  'notification-digest': notificationDigest,
  report,
  test: testMail,
};

export const templateKeys = Object.keys(catalog) as TemplateKey[];

/** Null if there is no such template. */
export const findKey = (id: string): TemplateKey | null =>
  templateKeys.find((key) => key === id) ?? null;
