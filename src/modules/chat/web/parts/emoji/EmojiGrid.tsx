import { EmojiPicker as Parts, type SkinTone, useSkinTone } from 'frimousse';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useRecentEmoji } from '../../state/messages/recentEmoji.ts';
import { loadEmoji } from './emojiData.ts';
import { type EmojiEntry, findEmoji } from './matchEmoji.ts';
import { keepTone, keptTone } from './tone.ts';
import { useEmoji } from './useEmoji.ts';

const columns = 8;
const cell =
  'flex size-9 items-center justify-center rounded-sm text-xl hover:bg-hover data-active:bg-hover focus-visible:bg-hover';

/** The picker with frimousse's virtualized grid and arrow key navigation. */
export default function EmojiGrid({ onPick }: { onPick: (emoji: string) => void }) {
  const [typed, setTyped] = useState('');
  const isSearching = typed.trim() !== '';
  const found = findEmoji(useEmoji(isSearching), typed);
  const gridId = useId();
  const [pointed, point] = useState(0);
  const current = Math.min(pointed, Math.max(found.length - 1, 0));
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSearching) return;
    const next = stepped(event.key, current, found.length);
    const isPick = event.key === 'Enter';
    // The grid of all emoji handles these keys itself.
    if (next !== undefined || isPick) event.stopPropagation();
    if (next === undefined && !isPick) return;
    event.preventDefault();
    if (next !== undefined) point(next);
    else if (found[current]) onPick(found[current].emoji);
  };
  return (
    <Parts.Root
      resolveEmojiData={loadEmoji}
      columns={columns}
      skinTone={keptTone()}
      onEmojiSelect={({ emoji }) => onPick(emoji)}
      className="isolate flex h-full flex-col"
    >
      <div className="flex items-center gap-1 p-2 pb-1">
        <Parts.Search
          autoFocus
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            point(0);
          }}
          onKeyDown={onKeyDown}
          aria-controls={isSearching ? gridId : undefined}
          aria-activedescendant={isSearching && found[current] ? `${gridId}-${current}` : undefined}
          aria-label="Search emoji"
          placeholder="Search emoji"
          className="text-input h-9 min-w-0 flex-1 appearance-none rounded-md border border-border-strong bg-surface px-3 text-text -outline-offset-1 placeholder:text-muted"
        />
        <ToneButton />
      </div>
      <Recent onPick={onPick} />
      {isSearching ? (
        <Found
          gridId={gridId}
          found={found}
          current={current}
          typed={typed.trim()}
          onPick={onPick}
        />
      ) : (
        <Parts.Viewport className="scroll-area min-h-0 flex-1 outline-none">
          <Parts.Loading className="block p-3 text-sm text-muted">Loading…</Parts.Loading>
          <Parts.List className="pb-1 select-none" components={{ CategoryHeader, Row, Emoji }} />
        </Parts.Viewport>
      )}
    </Parts.Root>
  );
}

/** The index an arrow key leads to, in rows of `columns`. */
function stepped(key: string, from: number, count: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
  };
  const step = steps[key];
  if (step === undefined || count === 0) return undefined;
  return Math.min(Math.max(from + step, 0), count - 1);
}

interface FoundProps {
  gridId: string;
  found: readonly EmojiEntry[];
  current: number;
  typed: string;
  onPick: (emoji: string) => void;
}

/** Search results of all categories; Enter picks the active one. */
function Found({ gridId, found, current, typed, onPick }: FoundProps) {
  const active = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element changes with each step
  useEffect(() => {
    // In braces: newer browsers return a promise, which React would take for a cleanup function.
    active.current?.scrollIntoView({ block: 'nearest' });
  }, [current, found.length]);
  if (found.length === 0)
    return <p className="flex-1 p-3 text-sm text-muted">{`No emoji match “${typed}”.`}</p>;
  const rows = Array.from({ length: Math.ceil(found.length / columns) }, (_, row) =>
    found.slice(row * columns, (row + 1) * columns),
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a grid of buttons is not a table
    <div
      id={gridId}
      role="grid"
      aria-label="Emoji found"
      className="scroll-area min-h-0 flex-1 overflow-y-auto px-2 pt-2 pb-1"
    >
      {rows.map((row, at) => (
        // biome-ignore lint/a11y/useSemanticElements: a grid of buttons is not a table
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the search field
        <div key={row[0]?.emoji} role="row" className="flex">
          {row.map(({ emoji, label }, column) => {
            const place = at * columns + column;
            const isActive = place === current;
            return (
              // biome-ignore lint/a11y/useSemanticElements: a grid of buttons is not a table
              <button
                key={emoji}
                ref={isActive ? active : undefined}
                id={`${gridId}-${place}`}
                type="button"
                role="gridcell"
                tabIndex={-1}
                aria-label={label}
                aria-selected={isActive}
                title={label}
                data-active={isActive || undefined}
                onClick={() => onPick(emoji)}
                className={cell}
              >
                {emoji}
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function Recent({ onPick }: { onPick: (emoji: string) => void }) {
  const recent = useRecentEmoji().slice(0, columns);
  return (
    <section aria-label="Recent" className="flex border-b border-border px-2 pb-1">
      {recent.map((emoji) => (
        <button key={emoji} type="button" className={cell} onClick={() => onPick(emoji)}>
          {emoji}
        </button>
      ))}
    </section>
  );
}

function ToneButton() {
  const [tone, setTone, variations] = useSkinTone('✋');
  useEffect(() => keepTone(tone), [tone]);
  const at = variations.findIndex(({ skinTone }) => skinTone === tone);
  const next: SkinTone = variations[(at + 1) % variations.length]?.skinTone ?? 'none';
  return (
    <button
      type="button"
      aria-label="Change skin tone"
      className={cell}
      onClick={() => {
        // Saved before rendering, so that search results use it too.
        keepTone(next);
        setTone(next);
      }}
    >
      {variations[at]?.emoji ?? '✋'}
    </button>
  );
}

type ListParts = NonNullable<React.ComponentProps<typeof Parts.List>['components']>;

const CategoryHeader: ListParts['CategoryHeader'] = ({ category, ...props }) => (
  <div {...props} className="bg-raised px-3 pt-2 pb-1 text-xs font-medium text-muted">
    {category.label}
  </div>
);

const Row: ListParts['Row'] = (props) => <div {...props} className="px-2" />;

const Emoji: ListParts['Emoji'] = ({ emoji, ...props }) => (
  <button type="button" {...props} className={cell}>
    {emoji.emoji}
  </button>
);
