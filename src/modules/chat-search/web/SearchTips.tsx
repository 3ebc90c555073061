import { Clock, SearchX } from 'lucide-react';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../platform/web/ui/EmptyState.tsx';
import { operatorHints } from './token.ts';

interface Props {
  recent: readonly string[];
  onChoose: (text: string) => void;
  onClear: () => void;
}

/** Shown before typing: recent searches and operators. */
export function SearchTips({ recent, onChoose, onClear }: Props) {
  return (
    <div className="flex flex-col gap-5 px-4 py-4">
      {recent.length > 0 && (
        <section aria-label="Recent searches">
          <div className="flex items-center justify-between">
            <h3 className="text-xs font-medium text-muted">Recent</h3>
            <Button size="sm" variant="ghost" onClick={onClear}>
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
      <section aria-label="Search filters">
        <h3 className="pb-1 text-xs font-medium text-muted">Filters</h3>
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
        Search by part of a name, stock, RO, deal or phone number, by the last six of a VIN, or by
        date in any format. Use quotes for an &quot;exact phrase&quot;.
      </p>
    </div>
  );
}

/** No results. */
export function NothingFound({ q }: { q: string }) {
  const hasFilter = /(^|\s)[a-z]+:/i.test(q);
  return (
    <EmptyState
      icon={SearchX}
      title="No messages found"
      description={
        hasFilter
          ? 'Remove a filter or try fewer words. Search covers only your own conversations.'
          : 'Try fewer words or part of a word. Search covers only your own conversations.'
      }
    />
  );
}
