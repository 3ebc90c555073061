import { ApiError } from './ApiError.ts';

/**
 * Whether a call failed because the resource does not exist for this user; false for failures where a retry may
 * help.
 */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && [400, 403, 404].includes(error.status);
