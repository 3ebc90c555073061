import type { ChatMessage } from '../../contract.ts';
import { allowedWith } from '../messages/actions/allowed.ts';
import { usePlace } from '../messages/place.ts';
import { useChat } from '../panel/chatContext.ts';
import type { Reading } from './extensions.ts';

/** A message as passed to other modules. */
export function useReading(message: ChatMessage): Reading {
  const { user } = useChat();
  const { channel } = usePlace();
  return { message, channel, user, open: allowedWith(message, channel, user.id).change };
}
