import type { ErrorBody, ErrorCode } from '../../contract/errors.ts';

const fallbackSentence = 'Something went wrong. Please try again.';

/**
 * A failed call. `message` is `<status>: <body text, or the status text>`; `sentence` is the server's message for
 * the user; `fields` are the errors by field of the body.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly sentence: string;
  readonly code: ErrorCode | undefined;
  readonly fields: Record<string, string> | undefined;

  constructor(status: number, statusText: string, bodyText: string) {
    super(`${status}: ${bodyText || statusText}`);
    this.name = 'ApiError';
    this.status = status;
    const body = readErrorBody(bodyText);
    this.sentence = body?.error || fallbackSentence;
    this.code = body?.code;
    this.fields = body?.fields;
  }
}

/** The message to show for any failed call; `fallback` if the server sent none. */
export function sentenceOf(error: unknown, fallback: string = fallbackSentence): string {
  if (!(error instanceof ApiError)) return fallback;
  return error.sentence === fallbackSentence ? fallback : error.sentence;
}

function readErrorBody(text: string): Partial<ErrorBody> | undefined {
  try {
    const body: unknown = JSON.parse(text);
    const known = typeof body === 'object' && body !== null && 'error' in body;
    return known && typeof body.error === 'string' ? (body as Partial<ErrorBody>) : undefined;
  } catch {
    // A proxy in between may respond with its own page instead of JSON.
    return undefined;
  }
}
