import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';

export function toastFailure(error: unknown, title: string): void {
  toast({ variant: 'destructive', title, description: sentenceOf(error) });
}
