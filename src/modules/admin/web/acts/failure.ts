import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';

/**
 * Tells that an act was refused: in the server's words where it has some. Whoever closed the question for their
 * password need not be told that nothing happened.
 */
export function toastFailure(error: unknown, fallback: string, title = 'Error'): void {
  if (error instanceof ApiError && error.code === 'password_confirmation_required') return;
  toast({ title, description: sentenceOf(error, fallback), variant: 'destructive' });
}
