import type { ErrorBody, ErrorCode } from '../../contract/errors.ts';

const fallbackSentence = 'Something went wrong. Please try again.';

/**
 * A refused call. `message` is `<status>: <body text, or the status text>`; `sentence` is what the
 * server has to say to the person; `fields` says per field of the body what is wrong with it.
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

/** What to tell the person about any failed call; `fallback` where the server said nothing. */
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
    // A proxy in between may answer with a page of its own instead of JSON.
    return undefined;
  }
}
