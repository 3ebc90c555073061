import { ArrowRight, Minus, Plus } from 'lucide-react';
import { type FieldChange, listChanges } from './changes.ts';

interface Props {
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** The changed fields, before → after. */
export function Changes({ before, after }: Props) {
  const changes = listChanges(before, after);
  if (changes.length === 0) return null;
  return (
    <dl className="flex min-w-0 flex-col gap-0.5">
      {changes.map((change) => (
        <div key={change.field} className="flex flex-wrap gap-x-2">
          <dt className="text-muted">{change.field}</dt>
          <dd className="flex min-w-0 flex-wrap items-center gap-x-2 text-text">
            <Value change={change} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ change: { before, after, added = [], removed = [] } }: { change: FieldChange }) {
  return (
    <>
      {before !== undefined && (
        <span className={after === undefined ? '' : 'text-muted line-through'}>{before}</span>
      )}
      {before !== undefined && after !== undefined && (
        <>
          <ArrowRight aria-hidden="true" className="size-3.5 text-muted" />
          <span className="sr-only">to</span>
        </>
      )}
      {after !== undefined && <span>{after}</span>}
      {added.map((value) => (
        <Listed key={value} value={value} word="added" />
      ))}
      {removed.map((value) => (
        <Listed key={value} value={value} word="removed" />
      ))}
    </>
  );
}

function Listed({ value, word }: { value: string; word: 'added' | 'removed' }) {
  const Icon = word === 'added' ? Plus : Minus;
  const color = word === 'added' ? 'text-success-text' : 'text-danger-text';
  return (
    <span className={`inline-flex items-center gap-0.5 ${color}`}>
      <Icon aria-hidden="true" className="size-3" />
      <span className="sr-only">{word}</span>
      {value}
    </span>
  );
}
