import { ApiError, sentenceOf } from '../../../platform/web/api/ApiError.ts';
import { toast } from '../../../platform/web/ui/toast.ts';

export function toastFailure(error: unknown, fallback: string): void {
  toast({ title: 'Error', description: sentenceOf(error, fallback), variant: 'destructive' });
}

/** What the server says is wrong, field by field; undefined where it is no field's fault. */
export function fieldsOf(error: unknown): Record<string, string> | undefined {
  return error instanceof ApiError ? error.fields : undefined;
}
