import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';

/** Validation errors: per field where possible, otherwise one message for the form. */
export interface Failure {
  sentence?: string | undefined;
  keywords?: string | undefined;
  mutedChannels?: string | undefined;
  channelLevels?: string | undefined;
  schedule?: {
    start?: string | undefined;
    end?: string | undefined;
    timezone?: string | undefined;
  };
}

export function failureOf(error: unknown): Failure {
  const fields = error instanceof ApiError ? (error.fields ?? {}) : {};
  const of = (name: string) =>
    Object.entries(fields).find(([key]) => key === name || key.startsWith(`${name}.`))?.[1];
  const failure: Failure = {
    keywords: of('keywordList'),
    mutedChannels: of('mutedChannels'),
    channelLevels: of('channelLevels'),
    schedule: {
      start: fields['schedule.start'],
      end: fields['schedule.end'],
      timezone: fields['schedule.timezone'],
    },
  };
  const hasPlace = [failure.keywords, failure.mutedChannels, failure.channelLevels].some(Boolean);
  if (hasPlace || of('schedule')) return failure;
  return { sentence: sentenceOf(error, 'Couldn’t save changes. Try again.') };
}
