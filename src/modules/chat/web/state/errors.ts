import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';

/** Whether sending the same again can only be refused again; false if the server was not reached. */
export function isFinalRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status } = error;
  return status >= 400 && status < 500 && ![401, 408, 429].includes(status);
}

/** A form's errors: one per invalid field, or else one message for the whole form. */
export function refusalOf(error: unknown, fallback: string) {
  const fields = error instanceof ApiError ? (error.fields ?? {}) : {};
  const isAboutFields = Object.keys(fields).length > 0;
  return { fields, sentence: error && !isAboutFields ? sentenceOf(error, fallback) : undefined };
}
