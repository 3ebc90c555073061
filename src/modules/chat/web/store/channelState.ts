import type { Attachment, ChatMessage } from '../../contract.ts';

/** A message that stands in its channel's timeline; a reply may stand only in its thread. */
export type TimelineMessage = ChatMessage & { seq: number };

/** A message written here that the server has not confirmed yet. */
export interface PendingMessage {
  clientMsgId: string;
  channelId: string;
  threadId: string | null;
  alsoToChannel: boolean;
  replyToId: string | null;
  /** Why it cannot wait; null: it can. */
  urgent: string | null;
  content: string;
  /** Uploaded already: only their ids travel with the message. */
  attachments: readonly Attachment[];
  /** When it was written, in ms by this machine's clock: shown, never used as an order. */
  writtenAt: number;
  /** Why it will not be sent unless the person asks again; null while it is on its way. */
  failure: string | null;
  /** Its writer was warned of the customer data in it, and sends it all the same. */
  acceptsSensitive?: boolean;
  /** It failed for want of that. */
  asksForWord?: boolean;
}

/** What this browser knows of one channel. */
export interface ChannelState {
  channelId: string;
  phase: 'idle' | 'loading' | 'ready' | 'failed';
  /** The revision up to which every message below is current. */
  rev: number;
  /** The newest place in the timeline that was heard of. */
  lastSeq: number;
  /** A window without holes, by seq. */
  messages: readonly TimelineMessage[];
  /** Shown after the confirmed ones, in the order they were written. */
  pending: readonly PendingMessage[];
  reachedStart: boolean;
  /** False while the window lies around an older message: what is new does not enter it. */
  reachedEnd: boolean;
  older: 'idle' | 'loading' | 'failed';
  newer: 'idle' | 'loading' | 'failed';
}

export function emptyChannel(channelId: string): ChannelState {
  return {
    channelId,
    phase: 'idle',
    rev: 0,
    lastSeq: 0,
    messages: [],
    pending: [],
    reachedStart: false,
    reachedEnd: true,
    older: 'idle',
    newer: 'idle',
  };
}

export function isTimeline(message: ChatMessage): message is TimelineMessage {
  return message.seq !== null;
}

export function lastSeqOf(messages: readonly TimelineMessage[]): number {
  return messages.at(-1)?.seq ?? 0;
}
