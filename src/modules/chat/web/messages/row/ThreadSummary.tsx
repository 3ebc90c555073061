import { ChevronRight } from 'lucide-react';
import { plural } from '../../../../../platform/web/format/amounts.ts';
import { momentName } from '../../../../../platform/web/time/days.ts';
import type { ChatMessage } from '../../../contract.ts';
import { PersonAvatar } from '../../parts/PersonAvatar.tsx';
import { useChat } from '../../state/chatContext.ts';
import { nameOf } from '../../state/messages/names.ts';
import { openThread } from '../../state/view/openThread.ts';
import { useToday } from './useToday.ts';

const shownRepliers = 3;

/** A message's thread: repliers, reply count and time of the last reply. */
export function ThreadSummary({ message }: { message: ChatMessage }) {
  const { people } = useChat();
  useToday();
  const { thread, channelId, id } = message;
  if (!thread || thread.replyCount === 0) return null;
  return (
    <button
      type="button"
      onClick={() => openThread(channelId, id)}
      className="group/thread mt-1 -ml-1.5 flex min-h-8 max-w-full items-center gap-2 rounded-md border border-transparent px-1.5 text-sm hover:border-border hover:bg-surface touch:min-h-11"
    >
      <span className="flex shrink-0 -space-x-1">
        {thread.replierIds.slice(0, shownRepliers).map((userId) => (
          <PersonAvatar key={userId} userId={userId} name={nameOf(userId, people)} size="xs" />
        ))}
      </span>
      <span className="shrink-0 font-medium text-accent">
        {plural(thread.replyCount, 'reply', 'replies')}
      </span>
      <span className="truncate text-muted">
        Last reply {momentName(Date.parse(thread.lastReplyAt), Date.now())}
      </span>
      <ChevronRight
        aria-hidden
        className="size-4 shrink-0 text-muted opacity-0 group-hover/thread:opacity-100"
      />
    </button>
  );
}
