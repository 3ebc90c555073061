import { useSyncExternalStore } from 'react';
import { useChat } from '../panel/chatContext.ts';
import { type Draft, draftKey, isBlank } from '../store/drafts.ts';
import { charactersLeft } from './text/charactersLeft.ts';

/** What is being written in a place, and what keeps it from being sent. */
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
    /** Why it cannot go yet, as a sentence; empty if it can. */
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
    return 'Remove the file that could not be uploaded, or try it again.';
  }
  const isMoving = attachments.some(({ phase }) => phase !== 'ready');
  return isMoving ? 'You can send as soon as the files are uploaded.' : '';
}
