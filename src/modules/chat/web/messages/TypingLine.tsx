import { useSyncExternalStore } from 'react';
import { useChat } from '../state/chatContext.ts';

interface Props {
  channelId: string;
  threadId?: string | null;
}

/** Who is typing, above the box; its space is reserved, so that nothing moves. */
export function TypingLine({ channelId, threadId = null }: Props) {
  const { session, people } = useChat();
  const list = () => session.typists(channelId, threadId);
  const typists = useSyncExternalStore(session.watchTyping, list, list);
  const names = typists.flatMap((id) => people.get(id)?.firstName ?? []);
  return (
    <p className="h-5 shrink-0 truncate px-5 pt-0.5 text-xs text-muted">
      {sentenceOf(names, typists.length)}
    </p>
  );
}

function sentenceOf([first, second]: readonly string[], count: number): string {
  if (count === 0) return '';
  if (count > 2) return 'Several people are typing…';
  if (count === 2)
    return first && second ? `${first} and ${second} are typing…` : 'Two people are typing…';
  return `${first ?? 'Someone'} is typing…`;
}
