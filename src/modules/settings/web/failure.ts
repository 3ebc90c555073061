import { ApiError, sentenceOf } from '../../../platform/web/api/ApiError.ts';
import { toast } from '../../../platform/web/ui/toast.ts';

export function toastFailure(error: unknown, fallback: string): void {
  toast({ title: 'Error', description: sentenceOf(error, fallback), variant: 'destructive' });
}

/** The server's errors by field; undefined if the error is not about a field. */
export function fieldsOf(error: unknown): Record<string, string> | undefined {
  return error instanceof ApiError ? error.fields : undefined;
}
