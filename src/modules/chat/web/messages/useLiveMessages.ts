import { useSocketEvent } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { messageChanged, messageReaction } from '../../contract/changes.ts';
import { messageStarred } from '../../contract/personal.ts';
import type { ChatMessage } from '../../contract.ts';
import { useChat } from '../panel/chatContext.ts';
import { newerOf, touch } from '../store/mergeMessages.ts';
import { changedMessage } from './poll/mine.ts';
import { reactionsOf } from './reactions/mine.ts';

type Change = (message: ChatMessage) => ChatMessage;

/**
 * Keeps messages current that are shown outside their channel's window. `apply` is handed what to do with the message of
 * an id, wherever it is kept.
 */
export function useLiveMessages(apply: (messageId: string, change: Change) => void): void {
  const { user } = useChat();
  useSocketEvent(messageChanged, (frame) =>
    apply(frame.id, (held) => newerOf(held, changedMessage(frame, user.id), false)),
  );
  useSocketEvent(messageReaction, (frame) => {
    const { messageId, rev } = frame;
    const reactions = reactionsOf(frame, user.id);
    apply(messageId, (held) => touch(held, { kind: 'reaction', messageId, reactions, rev }));
  });
  useSocketEvent(messageStarred, ({ messageId, starred }) =>
    apply(messageId, (held) => ({ ...held, isStarred: starred })),
  );
}
