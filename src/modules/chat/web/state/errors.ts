import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';

/** A form's errors: one per invalid field, or else one message for the whole form. */
export function refusalOf(error: unknown, fallback: string) {
  const fields = error instanceof ApiError ? (error.fields ?? {}) : {};
  const isAboutFields = Object.keys(fields).length > 0;
  return { fields, sentence: error && !isAboutFields ? sentenceOf(error, fallback) : undefined };
}

/** For an action outside a form. */
export function toastRefusal(error: unknown, fallback: string): void {
  toast({ title: 'Error', description: sentenceOf(error, fallback), variant: 'destructive' });
}
