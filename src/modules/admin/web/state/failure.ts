import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';

/**
 * Shows a failed action as a toast, with the server's message if there is one. Nothing is shown if the user
 * closed the password dialog.
 */
export function toastFailure(error: unknown, fallback: string, title = 'Error'): void {
  if (error instanceof ApiError && error.code === 'password_confirmation_required') return;
  toast({ title, description: sentenceOf(error, fallback), variant: 'destructive' });
}
