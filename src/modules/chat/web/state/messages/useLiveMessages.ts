import { useSocketEvent } from '../../../../../platform/web/realtime/RealtimeProvider.tsx';
import { messageChanged, messageReaction } from '../../../contract/changes.ts';
import { messageStarred } from '../../../contract/personal.ts';
import type { ChatMessage } from '../../../contract.ts';
import { useChat } from '../chatContext.ts';
import { newerOf, touch } from '../store/mergeMessages.ts';
import { reactionsOf } from '../store/myReactions.ts';
import { changedMessage } from '../store/myVotes.ts';

type Change = (message: ChatMessage) => ChatMessage;

/**
 * Keeps messages current that are shown outside their channel. `apply` updates the message with the id,
 * wherever it is stored.
 */
export function useLiveMessages(apply: (messageId: string, change: Change) => void): void {
  const { user } = useChat();
  useSocketEvent(messageChanged, (event) =>
    apply(event.id, (current) => newerOf(current, changedMessage(event, user.id), false)),
  );
  useSocketEvent(messageReaction, (event) => {
    const { messageId, rev } = event;
    const reactions = reactionsOf(event, user.id);
    apply(messageId, (current) => touch(current, { kind: 'reaction', messageId, reactions, rev }));
  });
  useSocketEvent(messageStarred, ({ messageId, starred }) =>
    apply(messageId, (current) => ({ ...current, isStarred: starred })),
  );
}
