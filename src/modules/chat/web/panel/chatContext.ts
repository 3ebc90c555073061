import { createContext, useContext } from 'react';
import type { CurrentUser } from '../../../access/contract.ts';
import type { Person } from '../../../people/contract.ts';
import type { ChatSession } from '../session/chatSession.ts';

export interface Chat {
  user: CurrentUser;
  session: ChatSession;
  /** Whom the directory knows, by id. */
  people: ReadonlyMap<number, Person>;
  /** How many there are in all, known to this browser or not. */
  peopleTotal: number;
}

export const ChatContext = createContext<Chat | null>(null);

/** Who chats, and their session; only inside the panel. */
export function useChat(): Chat {
  const chat = useContext(ChatContext);
  if (!chat) throw new Error('Only inside the chat panel');
  return chat;
}
