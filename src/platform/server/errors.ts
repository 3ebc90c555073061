import { type ErrorCode, errorStatus } from '../contract/errors.ts';

/** An error that may be shown: the message is a sentence for the user. Created by the factories below. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, extra: Extra = {}) {
    super(message);
    this.code = code;
    this.fields = extra.fields;
    this.retryAfterSeconds = extra.retryAfterSeconds;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

interface Extra {
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
}

export const invalid = (message: string, fields?: Record<string, string>) =>
  new AppError('invalid', message, fields && { fields });
export const unauthenticated = (message = 'Please sign in.') =>
  new AppError('unauthenticated', message);
export const forbidden = (message = 'You do not have permission to do this.') =>
  new AppError('forbidden', message);
export const passwordChangeRequired = () =>
  new AppError('password_change_required', 'Please choose a new password first.');
export const passwordConfirmationRequired = () =>
  new AppError('password_confirmation_required', 'Please enter your password to make this change.');
/** Also the response for what the user may not see. */
export const notFound = (message = 'This does not exist, or you may not see it.') =>
  new AppError('not_found', message);
export const conflict = (message: string, fields?: Record<string, string>) =>
  new AppError('conflict', message, fields && { fields });
/** Done once the user has confirmed. */
export const confirmationRequired = (message: string, fields?: Record<string, string>) =>
  new AppError('confirmation_required', message, fields && { fields });
export const tooLarge = (message = 'The request is too large.') =>
  new AppError('too_large', message);
export const unsupportedType = (message = 'The request body must be JSON.') =>
  new AppError('unsupported_type', message);
export const rateLimited = (retryAfterSeconds: number, why = 'Too many attempts.') =>
  new AppError('rate_limited', `${why} Try again in ${wait(retryAfterSeconds)}.`, {
    retryAfterSeconds,
  });
export const unavailable = () =>
  new AppError('unavailable', 'Forecourt is not available right now. Try again shortly.', {
    retryAfterSeconds: 2,
  });

function wait(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
