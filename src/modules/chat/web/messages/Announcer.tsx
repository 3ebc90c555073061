import { useEffect, useRef, useState } from 'react';
import { VisuallyHidden } from '../../../../platform/web/ui/VisuallyHidden.tsx';
import { lastSeqOf, type TimelineMessage } from '../store/channelState.ts';
import { preview } from './related/preview.ts';

interface Props {
  messages: readonly TimelineMessage[];
  /** False while an older part of the channel is shown: what is loaded there is no news. */
  live: boolean;
  me: number;
}

/**
 * Reads new messages of others out. The list itself cannot be the live region: rows come and go
 * there while one scrolls, and older ones are no news.
 */
export function Announcer({ messages, live, me }: Props) {
  const heard = useRef(lastSeqOf(messages));
  const wasLive = useRef(live);
  const [spoken, setSpoken] = useState('');

  useEffect(() => {
    const news = wasLive.current && live ? since(messages, heard.current) : [];
    wasLive.current = live;
    heard.current = Math.max(heard.current, lastSeqOf(messages));
    const others = news.filter(({ senderId }) => senderId !== me);
    if (others.length > 0) setSpoken(others.map(sentence).join(' '));
  }, [messages, live, me]);

  return (
    <VisuallyHidden>
      <span aria-live="polite">{spoken}</span>
    </VisuallyHidden>
  );
}

/** Looked for from the end: of very many messages only the last few can be new. */
function since(messages: readonly TimelineMessage[], seq: number): TimelineMessage[] {
  const before = messages.findLastIndex((message) => message.seq <= seq);
  return messages.slice(before + 1);
}

function sentence(message: TimelineMessage): string {
  const { senderName, metadata } = message;
  const urgent = metadata?.urgent ? `Urgent, ${metadata.urgent.reason}. ` : '';
  return `${urgent}${senderName}: ${preview(message)}.`;
}
