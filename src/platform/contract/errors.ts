/** The closed list of error codes with their HTTP status. */
export const errorStatus = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  password_change_required: 403,
  /** After `POST /api/account/confirm-password` the same call is accepted. */
  password_confirmation_required: 403,
  not_found: 404,
  conflict: 409,
  /** Repeated with the confirming field, the call is accepted. */
  confirmation_required: 409,
  too_large: 413,
  unsupported_type: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** The body of every error response. */
export interface ErrorBody {
  /** A message for the user. */
  error: string;
  code: ErrorCode;
  /** Errors by field of the body. */
  fields?: Record<string, string>;
  requestId: string;
}
