import { Clock, SearchX } from 'lucide-react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { operatorHints } from './token.ts';

interface Props {
  recent: readonly string[];
  onChoose: (text: string) => void;
  onForget: () => void;
}

/** Before anything is typed: what was looked for lately, and what one may type. */
export function SearchTips({ recent, onChoose, onForget }: Props) {
  return (
    <div className="flex flex-col gap-5 px-4 py-4">
      {recent.length > 0 && (
        <section aria-label="Recent searches">
          <div className="flex items-center justify-between">
            <h3 className="text-xs font-medium text-muted">Recent</h3>
            <Button size="sm" variant="ghost" onClick={onForget}>
              Clear
            </Button>
          </div>
          <ul>
            {recent.map((text) => (
              <li key={text}>
                <button
                  type="button"
                  onClick={() => onChoose(text)}
                  className="flex min-h-row w-full items-center gap-3 rounded-md px-2 text-left text-base text-text hover:bg-hover"
                >
                  <Clock aria-hidden="true" className="size-4 shrink-0 text-muted" />
                  <span className="min-w-0 truncate">{text}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-label="Narrow a search">
        <h3 className="pb-1 text-xs font-medium text-muted">Narrow it down</h3>
        <ul className="grid grid-cols-1 gap-x-4 @min-[420px]:grid-cols-2">
          {operatorHints.map(({ insert, note }) => (
            <li key={insert}>
              <button
                type="button"
                onClick={() => onChoose(insert)}
                className="flex min-h-row w-full items-baseline gap-2 rounded-md px-2 py-1.5 text-left text-base hover:bg-hover"
              >
                <span className="font-medium text-text">{insert}</span>
                <span className="min-w-0 truncate text-sm text-muted">{note}</span>
              </button>
            </li>
          ))}
        </ul>
      </section>
      <p className="px-2 text-sm text-muted text-pretty">
        Names, stock, RO, deal and phone numbers are found by a part of them, a VIN by its last six,
        dates however they were written. Put &quot;exact words&quot; in quotes.
      </p>
    </div>
  );
}

/** Nothing has all of that. */
export function NothingFound({ q }: { q: string }) {
  const hasFilter = /(^|\s)[a-z]+:/i.test(q);
  return (
    <EmptyState
      icon={SearchX}
      title="No message has all of that"
      description={
        hasFilter
          ? 'Take a filter away, or try fewer words. You find what is said in your own conversations.'
          : 'Try fewer words or a part of one. You find what is said in your own conversations.'
      }
    />
  );
}
