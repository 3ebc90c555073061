import type { ChatMessage } from '../../../contract.ts';
import { useChat } from '../chatContext.ts';
import type { ViewedMessage } from '../extensions.ts';
import { allowedWith } from './allowed.ts';
import { usePlace } from './place.ts';

/** A message as passed to other modules. */
export function useViewedMessage(message: ChatMessage): ViewedMessage {
  const { user } = useChat();
  const { channel } = usePlace();
  return { message, channel, user, open: allowedWith(message, channel, user.id).change };
}
