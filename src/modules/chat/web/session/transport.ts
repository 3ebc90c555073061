import { call } from '../../../../platform/web/api/call.ts';
import type { Connection } from '../../../../platform/web/realtime/connection.ts';
import {
  type ChannelChanges,
  type ChatMessage,
  chatMessageFrame,
  listChanges,
  listGeneralMessages,
  listMessages,
  postMessage,
  syncChannels,
} from '../../contract.ts';
import { generalChannelId } from '../directChannel.ts';

export interface Send {
  channelId: string;
  clientMsgId: string;
  content: string;
}

/** The ways between a chat session and the server. */
export interface Transport {
  connected(): boolean;
  /** False, and nothing sent, where the socket cannot take it. */
  sendFrame(send: Send): boolean;
  post(send: Send): Promise<ChatMessage>;
  newest(channelId: string): Promise<ChatMessage[]>;
  before(channelId: string, seq: number): Promise<ChatMessage[]>;
  changes(channelId: string, since: number): Promise<ChannelChanges>;
  sync(revs: Record<string, number>): Promise<ChannelChanges[]>;
}

/** A frame holds 64 KB; what could exceed that once escaped goes over HTTP. */
const frameMaxBytes = 60_000;
const timeoutMs = 20_000;
const options = () => ({ signal: AbortSignal.timeout(timeoutMs) });

export function createTransport(connection: Connection): Transport {
  return {
    connected: () => connection.state() === 'connected',
    sendFrame(send) {
      if (connection.state() !== 'connected' || bytesOf(send) > frameMaxBytes) return false;
      return connection.send(chatMessageFrame, { ...send, messageType: 'text' });
    },
    post: ({ channelId, ...body }) =>
      call(
        postMessage,
        { params: { channelId }, body: { ...body, messageType: 'text' } },
        options(),
      ),
    newest: (channelId) =>
      channelId === generalChannelId
        ? call(listGeneralMessages, {}, options())
        : call(listMessages, { params: { channelId } }, options()),
    before: (channelId, before) =>
      call(listMessages, { params: { channelId }, query: { before } }, options()),
    changes: (channelId, since) =>
      call(listChanges, { params: { channelId }, query: { since } }, options()),
    sync: async (channels) =>
      (await call(syncChannels, { body: { channels } }, options())).channels,
  };
}

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}
