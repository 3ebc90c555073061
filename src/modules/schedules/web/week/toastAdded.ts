import type { ReplyOf } from '../../../../platform/contract/endpoint.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';
import type { addShifts } from '../../contract/shift.ts';
import { skippedText } from '../state/labels.ts';

const named = 3;

/** Says how many shifts were added, and who was left out. */
export function toastAdded({ added, skipped }: ReplyOf<typeof addShifts>): void {
  const more = skipped.length - named;
  const lines = skipped.slice(0, named).map(skippedText);
  const rest = more > 0 ? `, and ${more} more` : '';
  toast({
    title: added === 1 ? '1 shift added' : `${added} shifts added`,
    description: skipped.length > 0 ? `Left out: ${lines.join('; ')}${rest}.` : undefined,
    durationMs: skipped.length > 0 ? 12_000 : undefined,
  });
}
