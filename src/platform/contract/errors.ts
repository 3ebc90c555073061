/** The closed list of what can go wrong, with the HTTP status each one answers. */
export const errorStatus = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  password_change_required: 403,
  /** Given at `POST /api/account/confirm-password`, the same call is taken. */
  password_confirmation_required: 403,
  not_found: 404,
  conflict: 409,
  /** Repeated with the field that confirms it, it is done. */
  confirmation_required: 409,
  too_large: 413,
  unsupported_type: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** The body of every answer that is not a success. */
export interface ErrorBody {
  /** A sentence for the person. */
  error: string;
  code: ErrorCode;
  /** Per field of the body, what is wrong with it. */
  fields?: Record<string, string>;
  requestId: string;
}
