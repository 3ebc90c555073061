import { ApiError } from './ApiError.ts';

/**
 * Whether a call failed because what it asked for is not there for this person, or not any more; false where
 * it could not be answered, and asking again may help.
 */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && [400, 403, 404].includes(error.status);
