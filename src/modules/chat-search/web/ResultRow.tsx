import { MessageSquareText, Paperclip } from 'lucide-react';
import { exactTime } from '../../../platform/web/time/moments.ts';
import { relativeTime } from '../../../platform/web/time/relativeTime.ts';
import { FoundOption } from '../../../platform/web/ui/FoundOption.tsx';
import { Marked } from '../../../platform/web/ui/Marked.tsx';
import { ImportedNote, PersonAvatar, UrgentMark } from '../../chat/web/public.ts';
import type { SearchResult } from '../contract.ts';

interface Props {
  id: string;
  result: SearchResult;
  channelName: string;
  isCurrent: boolean;
  onPoint: () => void;
  onOpen: () => void;
}

/** A search result: channel, sender, time and excerpt. */
export function ResultRow({ id, result, channelName, isCurrent, onPoint, onOpen }: Props) {
  const { message, excerpt, file, thread } = result;
  const at = new Date(message.createdAt);
  return (
    <FoundOption
      id={id}
      current={isCurrent}
      onPoint={onPoint}
      onChoose={onOpen}
      className="px-3 py-2.5"
    >
      <PersonAvatar
        userId={message.senderId}
        name={message.senderName}
        initials={message.senderInitials}
      />
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-baseline gap-2 text-sm">
          <span className="min-w-0 truncate font-semibold text-text">{message.senderName}</span>
          <span className="min-w-0 shrink truncate text-muted">in {channelName}</span>
          <ImportedNote message={message} />
          <time
            dateTime={message.createdAt}
            title={exactTime(at)}
            className="ml-auto shrink-0 text-xs text-muted"
          >
            {relativeTime(at, new Date())}
          </time>
        </p>
        {thread && (
          <p className="flex min-w-0 items-center gap-1.5 text-xs text-muted">
            <MessageSquareText aria-hidden="true" className="size-3 shrink-0" />
            <span className="min-w-0 truncate">
              Reply to {thread.senderName}: {thread.content || 'a message'}
            </span>
          </p>
        )}
        {message.metadata?.urgent && <UrgentMark reason={message.metadata.urgent.reason} />}
        {excerpt.length > 0 && (
          <p className="line-clamp-3 break-words text-text">
            <Marked parts={excerpt} />
          </p>
        )}
        {file && (
          <div className="mt-1 rounded-md border border-border px-2 py-1.5 text-sm">
            <p className="flex min-w-0 items-center gap-1.5 text-text">
              <Paperclip aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
              <span className="min-w-0 truncate">
                <Marked parts={file.name} />
              </span>
            </p>
            {file.excerpt.length > 0 && (
              <p className="mt-0.5 line-clamp-2 break-words text-muted">
                <Marked parts={file.excerpt} />
              </p>
            )}
          </div>
        )}
      </div>
    </FoundOption>
  );
}
