import type { Attachment } from '../../../../attachments/contract.ts';
import type { ChatMessage } from '../../../contract.ts';

/** A message in its channel's timeline; a reply may be only in its thread. */
export type TimelineMessage = ChatMessage & { seq: number };

/** A message of this user that the server has not confirmed yet. */
export interface PendingMessage {
  clientMsgId: string;
  channelId: string;
  threadId: string | null;
  alsoToChannel: boolean;
  replyToId: string | null;
  /** Why it is urgent; null: it is not. */
  urgent: string | null;
  content: string;
  /** Already uploaded: only their ids are sent. */
  attachments: readonly Attachment[];
  /** When it was written, in ms by this device's clock: for display, never for ordering. */
  writtenAt: number;
  /** Why sending failed, until the user retries; null while it is being sent. */
  failure: string | null;
  /** The sender was warned of customer data and sends anyway. */
  acceptsSensitive?: boolean;
  /** It failed because that confirmation was missing. */
  needsConfirmation?: boolean;
}

/** The loaded state of one channel. */
export interface ChannelState {
  channelId: string;
  phase: 'idle' | 'loading' | 'ready' | 'failed';
  /** The revision up to which every message below is current. */
  rev: number;
  /** The newest known `seq`. */
  lastSeq: number;
  /** A window without gaps, ordered by seq. */
  messages: readonly TimelineMessage[];
  /** Shown after the confirmed ones, in the order written. */
  pending: readonly PendingMessage[];
  reachedStart: boolean;
  /** False while the window is around an older message: new messages are not added. */
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
