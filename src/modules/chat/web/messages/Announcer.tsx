import { useEffect, useRef, useState } from 'react';
import { VisuallyHidden } from '../../../../platform/web/ui/VisuallyHidden.tsx';
import type { ChatMessage } from '../../contract.ts';
import { preview } from './text/preview.ts';

interface Props<M extends ChatMessage> {
  messages: readonly M[];
  /** The position of a message in the list. */
  placeOf: (message: M) => number;
  /** False while an older part of the channel is shown: messages loaded there are not new. */
  live: boolean;
  me: number;
}

/**
 * Announces other people's new messages. The list itself cannot be the live region: rows come and go
 * while scrolling, and older ones are not new.
 */
export function Announcer<M extends ChatMessage>({ messages, placeOf, live, me }: Props<M>) {
  const announcedTo = useRef(lastOf(messages, placeOf));
  const wasLive = useRef(live);
  const [announcement, setAnnouncement] = useState('');

  useEffect(() => {
    const fresh = wasLive.current && live ? since(messages, placeOf, announcedTo.current) : [];
    wasLive.current = live;
    announcedTo.current = Math.max(announcedTo.current, lastOf(messages, placeOf));
    const others = fresh.filter(({ senderId }) => senderId !== me);
    if (others.length > 0) setAnnouncement(others.map(sentence).join(' '));
  }, [messages, placeOf, live, me]);

  return (
    <VisuallyHidden>
      <span aria-live="polite">{announcement}</span>
    </VisuallyHidden>
  );
}

/** Searched from the end: only the last few messages can be new. */
function since<M>(
  messages: readonly M[],
  placeOf: (message: M) => number,
  announcedTo: number,
): M[] {
  const before = messages.findLastIndex((message) => placeOf(message) <= announcedTo);
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
