import { useEffect, useRef, useState } from 'react';
import { VisuallyHidden } from '../../../../platform/web/ui/VisuallyHidden.tsx';
import type { ChatMessage } from '../../contract.ts';
import { preview } from './related/preview.ts';

interface Props<M extends ChatMessage> {
  messages: readonly M[];
  /** The place of each in their order. */
  placeOf: (message: M) => number;
  /** False while an older part of the channel is shown: what is loaded there is no news. */
  live: boolean;
  me: number;
}

/**
 * Reads new messages of others out. The list itself cannot be the live region: rows come and go
 * there while one scrolls, and older ones are no news.
 */
export function Announcer<M extends ChatMessage>({ messages, placeOf, live, me }: Props<M>) {
  const heard = useRef(lastOf(messages, placeOf));
  const wasLive = useRef(live);
  const [spoken, setSpoken] = useState('');

  useEffect(() => {
    const news = wasLive.current && live ? since(messages, placeOf, heard.current) : [];
    wasLive.current = live;
    heard.current = Math.max(heard.current, lastOf(messages, placeOf));
    const others = news.filter(({ senderId }) => senderId !== me);
    if (others.length > 0) setSpoken(others.map(sentence).join(' '));
  }, [messages, placeOf, live, me]);

  return (
    <VisuallyHidden>
      <span aria-live="polite">{spoken}</span>
    </VisuallyHidden>
  );
}

/** Looked for from the end: of very many messages only the last few can be new. */
function since<M>(messages: readonly M[], placeOf: (message: M) => number, heard: number): M[] {
  const before = messages.findLastIndex((message) => placeOf(message) <= heard);
  return messages.slice(before + 1);
}

function lastOf<M>(messages: readonly M[], placeOf: (message: M) => number): number {
  const last = messages.at(-1);
  return last === undefined ? 0 : placeOf(last);
}

function sentence(message: ChatMessage): string {
  const { senderName, metadata } = message;
  const urgent = metadata?.urgent ? `Urgent, ${metadata.urgent.reason}. ` : '';
  return `${urgent}${senderName}: ${preview(message)}.`;
}
