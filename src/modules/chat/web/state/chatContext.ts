import { createContext, useContext } from 'react';
import type { CurrentUser } from '../../../access/contract.ts';
import type { Person } from '../../../people/contract.ts';
import type { ChatSession } from './session/chatSession.ts';

export interface Chat {
  user: CurrentUser;
  session: ChatSession;
  /** The loaded people by id. */
  people: ReadonlyMap<number, Person>;
  /** The total number of people, loaded or not. */
  peopleTotal: number;
}

export const ChatContext = createContext<Chat | null>(null);

/** The current user and their chat session; only inside the panel. */
export function useChat(): Chat {
  const chat = useContext(ChatContext);
  if (!chat) throw new Error('useChat must be used inside the chat panel');
  return chat;
}
