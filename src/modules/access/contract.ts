import * as z from 'zod/mini';
import { department } from '../../platform/contract/access.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import {
  email,
  message,
  password,
  personName,
  time,
  username,
} from '../../platform/contract/fields.ts';
import { user } from '../people/contract.ts';

/** The signed-in user, as they see themselves. */
export const currentUser = z.extend(user, { mustChangePassword: z.boolean() });
export type CurrentUser = z.output<typeof currentUser>;

/** A password to verify, not a new one: any text, bounded so that hashing stays cheap. */
const submittedPassword = z.string().check(z.minLength(1), z.maxLength(256));

export const getCurrentUser = endpoint({
  method: 'GET',
  path: '/api/user',
  summary: 'The signed-in user',
  access: 'session',
  reply: currentUser,
});

export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  summary: 'Sign in; the session cookie comes with the answer',
  access: 'public',
  body: {
    username: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)),
    password: submittedPassword,
  },
  reply: currentUser,
});

export const register = endpoint({
  method: 'POST',
  path: '/api/register',
  summary: 'Request an account; signed in immediately, without permissions until approved',
  access: 'public',
  body: { firstName: personName, lastName: personName, username, email, password, department },
  reply: currentUser,
  status: 201,
});

/** The token of an emailed link. */
const token = z.string().check(z.minLength(20), z.maxLength(200));

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/account/email-confirmation',
  summary: 'Confirm the email address of an account with the emailed link',
  access: 'public',
  body: { token },
  reply: z.extend(message, {
    /** Whether the account still waits for approval. */
    pending: z.boolean(),
  }),
});

export const resendEmailConfirmation = endpoint({
  method: 'POST',
  path: '/api/account/email-confirmation/resend',
  summary: 'Email the confirmation link to your own address again, at most three times in 24 hours',
  access: 'session',
  reply: message,
  status: 202,
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  summary: 'End this session',
  access: 'public',
  reply: message,
});

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/api/request-password-reset',
  summary:
    'Email a one-time link to the address, if an account has it; the reply never reveals that',
  access: 'public',
  body: { email },
  reply: message,
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/account/reset-password',
  summary: 'Choose a new password with the one-time link; ends every session of the account',
  access: 'public',
  body: { token, password },
  reply: message,
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/account/password',
  summary: 'Choose a new password while signed in; ends the other sessions',
  access: 'session',
  body: { currentPassword: submittedPassword, newPassword: password },
  reply: message,
});

export const confirmPassword = endpoint({
  method: 'POST',
  path: '/api/account/confirm-password',
  summary: 'Confirm your password, which allows administrative changes for another hour',
  access: 'session',
  body: { password: submittedPassword },
  reply: message,
});

/** A session: one place where a user is signed in. */
export const personSession = z.object({
  id: z.string(),
  /** The device from the user agent, such as “Chrome on Windows”. */
  device: z.string(),
  ip: z.string(),
  createdAt: time,
  lastSeenAt: time,
  isCurrent: z.boolean(),
});
export type PersonSession = z.output<typeof personSession>;
