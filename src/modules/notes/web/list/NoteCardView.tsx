import { clsx } from 'clsx';
import { Pin, PinOff, Users } from 'lucide-react';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { relativeTime } from '../../../../platform/web/time/relativeTime.ts';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { Marked } from '../../../../platform/web/ui/Marked.tsx';
import type { NoteCard } from '../../contract.ts';
import { paper, paperStyle } from '../parts/colors.ts';
import { NoteText } from '../parts/NoteText.tsx';

interface Props {
  card: NoteCard;
  onOpen: () => void;
  onPin: (isPinned: boolean) => void;
  onTag: (tag: string) => void;
}

/** A preview of a note; clicking the card opens it. */
export function NoteCardView({ card, onOpen, onPin, onTag }: Props) {
  const { title, marked, isPinned } = card;
  return (
    <li
      style={paperStyle(card.color)}
      className={clsx(
        'group/note relative flex min-h-32 flex-col rounded-md border border-border p-3',
        'transition-colors [contain-intrinsic-size:auto_180px] [content-visibility:auto]',
        'hover:border-border-strong has-[.opens:focus-visible]:outline-2',
        'has-[.opens:focus-visible]:outline-offset-2 has-[.opens:focus-visible]:outline-focus',
        // Search highlights need a plain background.
        marked ? 'border-l-4 border-l-(--paper) bg-surface' : paper,
      )}
    >
      <div className="flex items-start gap-1">
        <h5 dir="auto" className="min-w-0 flex-1 text-base font-semibold text-text wrap-anywhere">
          <button
            type="button"
            onClick={onOpen}
            className="opens line-clamp-3 cursor-default text-start outline-none before:absolute before:inset-0"
          >
            {marked ? <Marked parts={marked.title} /> : title}
          </button>
        </h5>
        <IconButton
          label={`${isPinned ? 'Unpin' : 'Pin'} ${title}`}
          icon={isPinned ? PinOff : Pin}
          size="sm"
          onClick={() => onPin(!isPinned)}
          className={clsx(
            'relative -mt-1 -mr-1 focus-visible:opacity-100 touch:opacity-100',
            'group-hover/note:opacity-100',
            !isPinned && 'opacity-0',
          )}
        />
      </div>
      <div className="mt-1 line-clamp-7 max-h-54 text-sm text-text wrap-anywhere">
        {marked ? (
          <p dir="auto" className="whitespace-pre-wrap">
            <Marked parts={marked.excerpt} />
          </p>
        ) : (
          <NoteText content={card.content} isPreview />
        )}
      </div>
      <Tags card={card} onTag={onTag} />
      <Footer card={card} />
    </li>
  );
}

function Tags({ card, onTag }: Pick<Props, 'card' | 'onTag'>) {
  if (card.tags.length === 0) return null;
  return (
    <ul className="relative mt-2 flex w-fit flex-wrap gap-1" aria-label="Tags">
      {card.tags.map((tag, at) => (
        <li key={tag}>
          <button
            type="button"
            aria-label={`Show notes tagged ${tag}`}
            onClick={() => onTag(tag)}
            className="flex h-6 items-center rounded-sm bg-surface px-1.5 text-xs text-text hover:bg-hover touch:h-8"
          >
            #{card.marked ? <Marked parts={card.marked.tags[at] ?? []} /> : tag}
          </button>
        </li>
      ))}
    </ul>
  );
}

function Footer({ card }: Pick<Props, 'card'>) {
  const at = new Date(card.updatedAt);
  return (
    <p className="mt-auto flex items-center gap-1.5 pt-2 text-xs text-muted">
      {(!card.isOwn || card.shareCount > 0) && <Users aria-hidden className="size-3.5 shrink-0" />}
      <span className="truncate">
        {!card.isOwn && `Shared by ${card.owner.name} · `}
        {card.shareCount > 0 && `Shared with ${card.shareCount} · `}
        <time dateTime={card.updatedAt} title={exactTime(at)}>
          {relativeTime(at, new Date())}
        </time>
      </span>
    </p>
  );
}
