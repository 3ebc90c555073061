import { EmojiPicker as Parts, type SkinTone, useSkinTone } from 'frimousse';
import { useEffect } from 'react';
import { loadEmoji } from './emojiData.ts';
import { useRecentEmoji } from './recents.ts';
import { keepTone, keptTone } from './tone.ts';

const columns = 8;
const cell =
  'flex size-9 items-center justify-center rounded-sm text-xl hover:bg-hover data-active:bg-hover focus-visible:bg-hover';

/** The picker itself, with frimousse's grid: only what is on screen is drawn, the arrow keys walk through it. */
export default function EmojiGrid({ onPick }: { onPick: (emoji: string) => void }) {
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
          aria-label="Search emoji"
          placeholder="Search emoji"
          className="text-input h-9 min-w-0 flex-1 appearance-none rounded-md border border-border-strong bg-surface px-3 text-text -outline-offset-1 placeholder:text-muted"
        />
        <ToneButton />
      </div>
      <Recent onPick={onPick} />
      <Parts.Viewport className="scroll-area min-h-0 flex-1 outline-none">
        <Parts.Loading className="block p-3 text-sm text-muted">Loading…</Parts.Loading>
        <Parts.Empty className="block p-3 text-sm text-muted">
          {({ search }) => `No emoji matches “${search}”.`}
        </Parts.Empty>
        <Parts.List className="pb-1 select-none" components={{ CategoryHeader, Row, Emoji }} />
      </Parts.Viewport>
    </Parts.Root>
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
      onClick={() => setTone(next)}
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
