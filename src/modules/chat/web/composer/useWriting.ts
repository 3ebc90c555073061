import { useSyncExternalStore } from 'react';
import { useChat } from '../panel/chatContext.ts';
import { type Draft, draftKey, isBlank } from '../store/drafts.ts';
import { charactersLeft } from './text/charactersLeft.ts';

/** The draft of a conversation or thread, and what blocks sending it. */
export function useWriting(channelId: string, threadId: string | null) {
  const { session } = useChat();
  const { drafts } = session;
  const key = draftKey(channelId, threadId);
  const draft = useSyncExternalStore(drafts.watch, () => drafts.get(key));
  const tooLong = charactersLeft(draft.text) < 0;
  const waits = waitingFor(draft);
  return {
    key,
    draft,
    tooLong,
    /** Why it cannot be sent yet; empty if it can. */
    waits,
    isReady: !isBlank(draft) && !tooLong && waits === '',
    write(text: string) {
      drafts.write(key, text);
      if (text.trim()) session.noteTyping(channelId, threadId);
    },
  };
}

function waitingFor({ attachments }: Draft): string {
  if (attachments.some(({ phase }) => phase === 'failed')) {
    return 'A file couldn’t be uploaded. Remove it or try again.';
  }
  const isMoving = attachments.some(({ phase }) => phase !== 'ready');
  return isMoving ? 'You can send once the files are uploaded.' : '';
}
