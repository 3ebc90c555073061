import { useEffect, useRef } from 'react';
import type { ChatMessage } from '../../../contract.ts';
import { lastSeqOf } from '../../store/channelState.ts';

/** How many messages of others arrived below while one read further up. */
export function useUnseen(messages: readonly ChatMessage[], me: number, atEnd: boolean): number {
  const seen = useRef(lastSeqOf(messages));
  useEffect(() => {
    if (atEnd) seen.current = lastSeqOf(messages);
  }, [atEnd, messages]);
  if (atEnd) return 0;
  return messages.filter(({ seq, senderId }) => seq > seen.current && senderId !== me).length;
}
