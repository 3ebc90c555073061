import { X } from 'lucide-react';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { narrowed, narrowingsOf } from '../../address.ts';
import { groupingLabelOf } from '../../figures/measures.ts';
import type { Asking } from './asking.ts';
import { labelOf } from './labels.ts';

/** What the report is narrowed to, each taken back by a press. */
export function Chips({ description, report, asked, ask }: Asking) {
  const chosen = narrowingsOf(asked);
  if (chosen.length === 0) return null;
  return (
    <ul aria-label="Narrowed to" className="flex flex-wrap items-center gap-2">
      {chosen.map((one) => {
        const words = `${groupingLabelOf(description, one.by)}: ${labelOf(one, description, report)}`;
        return (
          <li key={one.by} className="min-w-0">
            <button
              type="button"
              aria-label={`Remove ${words}`}
              onClick={() => ask(narrowed(asked, one.by, null))}
              className="flex h-7 max-w-full cursor-default items-center gap-1.5 rounded-md bg-accent-surface px-2.5 text-sm text-accent-strong hover:bg-hover touch:h-10"
            >
              <span className="truncate">{words}</span>
              <X aria-hidden="true" className="size-3.5 shrink-0" />
            </button>
          </li>
        );
      })}
      {chosen.length > 1 && (
        <li>
          <Button size="sm" variant="ghost" onClick={() => ask({ ...asked, only: undefined })}>
            Remove all
          </Button>
        </li>
      )}
    </ul>
  );
}
