import { useEffect, useRef, useState } from 'react';
import { VisuallyHidden } from '../../../../platform/web/ui/VisuallyHidden.tsx';
import type { ChatMessage } from '../../contract.ts';
import { lastSeqOf } from '../store/channelState.ts';

const readLength = 200;

interface Props {
  messages: readonly ChatMessage[];
  me: number;
}

/**
 * Reads new messages of others out. The list itself cannot be the live region: rows come and go
 * there while one scrolls, and older ones are no news.
 */
export function Announcer({ messages, me }: Props) {
  const heard = useRef(lastSeqOf(messages));
  const [spoken, setSpoken] = useState('');

  useEffect(() => {
    const news = messages.filter(({ seq, senderId }) => seq > heard.current && senderId !== me);
    heard.current = Math.max(heard.current, lastSeqOf(messages));
    if (news.length === 0) return;
    setSpoken(news.map(sentence).join(' '));
  }, [messages, me]);

  return (
    <VisuallyHidden>
      <span aria-live="polite">{spoken}</span>
    </VisuallyHidden>
  );
}

function sentence({ senderName, content }: ChatMessage): string {
  return `${senderName}: ${content.slice(0, readLength)}.`;
}
