import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';

/** A form's errors: one per invalid field, or else one message for the whole form. */
export function refusalOf(error: unknown, fallback: string) {
  const fields = error instanceof ApiError ? (error.fields ?? {}) : {};
  const isAboutFields = Object.keys(fields).length > 0;
  return { fields, sentence: error && !isAboutFields ? sentenceOf(error, fallback) : undefined };
}
