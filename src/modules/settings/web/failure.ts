import { ApiError } from '../../../platform/web/api/ApiError.ts';

/** The server's errors by field; undefined if the error is not about a field. */
export function fieldsOf(error: unknown): Record<string, string> | undefined {
  return error instanceof ApiError ? error.fields : undefined;
}
