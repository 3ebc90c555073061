import type { ChatMessage } from '../../contract.ts';

/** A message written here that the server has not confirmed yet. */
export interface PendingMessage {
  clientMsgId: string;
  channelId: string;
  content: string;
  /** When it was written, in ms by this machine's clock: shown, never used as an order. */
  writtenAt: number;
  /** Why it will not be sent unless the person asks again; null while it is on its way. */
  failure: string | null;
}

/** What this browser knows of one channel. */
export interface ChannelState {
  channelId: string;
  phase: 'idle' | 'loading' | 'ready' | 'failed';
  /** The revision up to which every message below is current. */
  rev: number;
  /** A window without holes, by seq, that ends with the newest message known. */
  messages: readonly ChatMessage[];
  /** Shown after the confirmed ones, in the order they were written. */
  pending: readonly PendingMessage[];
  reachedStart: boolean;
  older: 'idle' | 'loading' | 'failed';
}

export function emptyChannel(channelId: string): ChannelState {
  return {
    channelId,
    phase: 'idle',
    rev: 0,
    messages: [],
    pending: [],
    reachedStart: false,
    older: 'idle',
  };
}

export function lastSeqOf(messages: readonly ChatMessage[]): number {
  return messages.at(-1)?.seq ?? 0;
}
