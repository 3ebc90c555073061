import type { ChatMessage } from '../../../contract.ts';
import { useChat } from '../chatContext.ts';
import type { Reading } from '../extensions.ts';
import { allowedWith } from './allowed.ts';
import { usePlace } from './place.ts';

/** A message as passed to other modules. */
export function useReading(message: ChatMessage): Reading {
  const { user } = useChat();
  const { channel } = usePlace();
  return { message, channel, user, open: allowedWith(message, channel, user.id).change };
}
