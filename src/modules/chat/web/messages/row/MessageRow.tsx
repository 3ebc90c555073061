import { clsx } from 'clsx';
import { memo } from 'react';
import { Avatar } from '../../../../../platform/web/ui/Avatar.tsx';
import { useChat } from '../../panel/chatContext.ts';
import type { PendingMessage } from '../../store/channelState.ts';
import { FailedSend } from './FailedSend.tsx';
import { MessageText } from './MessageText.tsx';
import type { Row } from './rows.ts';
import { clockTime, dayName, exactTime } from './times.ts';

/** One message, under its day and its author where it is the first of them. */
export const MessageRow = memo(function MessageRow({ row }: { row: Row }) {
  return (
    <>
      {row.startsDay && <DaySeparator at={row.at} />}
      <div
        className={clsx(
          'group flex gap-3 px-4 hover:bg-sunken',
          row.startsGroup ? 'pt-2 pb-0.5' : 'py-0.5',
        )}
      >
        {row.startsGroup ? (
          <Avatar name={row.senderName} initials={row.senderInitials} className="mt-0.5" />
        ) : (
          <span className="flex w-8 shrink-0 justify-end pt-0.5 text-[10px] leading-4 whitespace-nowrap text-muted opacity-0 group-hover:opacity-100">
            <Time at={row.at} />
          </span>
        )}
        <div className="min-w-0 flex-1">
          {row.startsGroup && (
            <div className="flex items-baseline gap-2">
              <span className="truncate text-base font-semibold text-text">{row.senderName}</span>
              <Time at={row.at} className="shrink-0 text-xs text-muted" />
            </div>
          )}
          <Content row={row} />
        </div>
      </div>
    </>
  );
});

function Content({ row }: { row: Row }) {
  const { user } = useChat();
  const failed = row.pending?.failure != null;
  return (
    <>
      <p
        className={clsx(
          'text-base wrap-anywhere whitespace-pre-wrap',
          row.pending ? 'text-muted' : 'text-text',
          failed && 'border-l-2 border-danger pl-2',
        )}
      >
        <MessageText content={row.content} username={user.username} />
        {row.edited && <span className="text-xs text-muted"> (edited)</span>}
      </p>
      {row.pending && <Progress pending={row.pending} />}
    </>
  );
}

function Progress({ pending }: { pending: PendingMessage }) {
  if (pending.failure !== null) return <FailedSend message={pending} />;
  return <p className="text-xs text-muted">Sending...</p>;
}

function Time({ at, className }: { at: number; className?: string }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={exactTime(at)} className={className}>
      {clockTime(at)}
    </time>
  );
}

function DaySeparator({ at }: { at: number }) {
  return (
    <div className="flex items-center gap-3 px-4 pt-4 pb-1">
      <span aria-hidden className="h-px flex-1 bg-border" />
      <span className="text-xs font-medium text-muted">{dayName(at, Date.now())}</span>
      <span aria-hidden className="h-px flex-1 bg-border" />
    </div>
  );
}
