import { clsx } from 'clsx';
import { Pin, Star } from 'lucide-react';
import { memo, useRef } from 'react';
import { dayName } from '../../../../../platform/web/time/days.ts';
import { clockTime, fullTime } from '../../../../../platform/web/time/moments.ts';
import { useTimezone } from '../../../../../platform/web/time/zone.ts';
import { ErrorBoundary } from '../../../../../platform/web/ui/frame/ErrorBoundary.tsx';
import type { ChatMessage } from '../../../contract.ts';
import { ImportedMark } from '../../parts/ImportedMark.tsx';
import { PersonAvatar } from '../../parts/PersonAvatar.tsx';
import { useChat } from '../../state/chatContext.ts';
import { BarPlace, HoverBar } from '../actions/HoverBar.tsx';
import { useRowAttention } from '../actions/useRowAttention.ts';
import { useRowKeys } from '../actions/useRowKeys.ts';
import { PendingContent, RowContent } from './RowContent.tsx';
import type { Row } from './rows.ts';
import { useToday } from './useToday.ts';

interface Props {
  row: Row;
  /** The user navigated to this message. */
  highlighted?: boolean;
}

/** One message, with a day separator and author if it is the first of its group. */
export const MessageRow = memo(function MessageRow({ row, highlighted = false }: Props) {
  useTimezone();
  return (
    <>
      {row.startsDay && <DaySeparator at={row.at} />}
      {row.startsNew && <NewSeparator />}
      {row.message?.messageType === 'system' ? (
        <SystemLine row={row} />
      ) : (
        <Message row={row} highlighted={highlighted} />
      )}
    </>
  );
});

function Message({ row, highlighted }: Required<Props>) {
  const { user } = useChat();
  const { message } = row;
  const imported = message?.metadata?.imported;
  const article = useRef<HTMLElement>(null);
  const attention = useRowAttention();
  const onKeyDown = useRowKeys(message, article);
  return (
    <article
      ref={article}
      tabIndex={-1}
      data-row={row.key}
      aria-label={`${row.senderName}, ${clockTime(row.at)}`}
      onKeyDown={onKeyDown}
      {...attention.handlers}
      className={clsx(
        'group @container relative flex gap-3 px-4 transition-colors duration-500',
        'focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus',
        row.startsGroup ? 'pt-2 pb-0.5' : 'py-0.5',
        backgroundOf(message, highlighted, user.id),
      )}
    >
      {row.startsGroup ? (
        <PersonAvatar
          userId={row.senderId}
          name={row.senderName}
          initials={row.senderInitials}
          className="mt-0.5"
        />
      ) : (
        <span className="flex w-8 shrink-0 justify-end pt-0.5 text-[10px] leading-4 whitespace-nowrap text-muted opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100">
          <Time at={row.at} />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <BarPlace message={message} />
        {row.startsGroup && (
          <div className={clsx('flex items-baseline gap-x-2', imported && 'flex-wrap')}>
            <span className="max-w-full truncate text-base font-semibold text-text">
              {row.senderName}
            </span>
            <Time at={row.at} className="shrink-0 text-xs text-muted" />
            {imported && <ImportedMark from={imported.from} />}
          </div>
        )}
        {message && <Marks message={message} />}
        {message && (
          <ErrorBoundary place="row" resetKey={message}>
            <RowContent message={message} onEdited={() => article.current?.focus()} />
          </ErrorBoundary>
        )}
        {row.pending && <PendingContent pending={row.pending} />}
      </div>
      {message && (
        <HoverBar message={message} attention={attention} startsGroup={row.startsGroup} />
      )}
    </article>
  );
}

function backgroundOf(message: ChatMessage | null, highlighted: boolean, me: number): string {
  if (highlighted) return 'bg-accent-surface';
  if (message && mentionsMe(message, me)) return 'bg-warning-surface/60';
  return 'hover:bg-sunken focus-visible:bg-sunken';
}

function mentionsMe(
  { mentionedUserIds, mentionsChannel, senderId }: ChatMessage,
  me: number,
): boolean {
  return mentionedUserIds.includes(me) || (mentionsChannel && senderId !== me);
}

function Marks({ message: { isPinned, isStarred } }: { message: ChatMessage }) {
  if (!isPinned && !isStarred) return null;
  return (
    <p className="flex items-center gap-3 text-xs text-muted">
      {isPinned && (
        <span className="inline-flex items-center gap-1">
          <Pin aria-hidden className="size-3" />
          Pinned
        </span>
      )}
      {isStarred && (
        <span className="inline-flex items-center gap-1">
          <Star aria-hidden className="size-3 fill-current text-warning" />
          Starred
        </span>
      )}
    </p>
  );
}

/** A system message. */
function SystemLine({ row }: { row: Row }) {
  return (
    <p className="flex items-baseline gap-2 py-1 pr-4 pl-15 text-sm text-muted">
      <span className="min-w-0 wrap-anywhere">{row.content}</span>
      <Time at={row.at} className="shrink-0 text-xs" />
    </p>
  );
}

function Time({ at, className }: { at: number; className?: string }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={fullTime(at)} className={className}>
      {clockTime(at)}
    </time>
  );
}

function DaySeparator({ at }: { at: number }) {
  useToday();
  return (
    <div className="flex items-center gap-3 px-4 pt-4 pb-1">
      <span aria-hidden className="h-px flex-1 bg-border" />
      <span className="text-xs font-medium text-muted">{dayName(at, Date.now())}</span>
      <span aria-hidden className="h-px flex-1 bg-border" />
    </div>
  );
}

/** Messages below it are unread. */
function NewSeparator() {
  return (
    <div className="flex items-center gap-3 px-4 pt-2">
      <span aria-hidden className="h-px flex-1 bg-danger" />
      <span className="text-xs font-medium text-danger">New messages</span>
    </div>
  );
}
