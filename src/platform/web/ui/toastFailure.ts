import { sentenceOf } from '../api/ApiError.ts';
import { toast } from './toast.ts';

/** Shows that an action failed, such as `Couldn’t save filter`, and why; `fallback` if the server sent no message. */
export function toastFailure(error: unknown, title: string, fallback?: string): void {
  toast({ variant: 'destructive', title, description: sentenceOf(error, fallback) });
}

/** Shows only why an action failed; `fallback` says what failed. */
export function toastError(error: unknown, fallback?: string): void {
  toastFailure(error, 'Error', fallback);
}
