import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';

/** Tells that an act was refused: in the server's words where it has some. */
export function toastFailure(error: unknown, fallback: string, title = 'Error'): void {
  toast({ title, description: sentenceOf(error, fallback), variant: 'destructive' });
}
