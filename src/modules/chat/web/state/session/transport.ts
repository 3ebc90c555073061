import { call } from '../../../../../platform/web/api/call.ts';
import type { Connection } from '../../../../../platform/web/realtime/connection.ts';
import {
  listDrafts,
  markRead,
  markUnread,
  type ReadState,
  type ServerDraft,
  saveDraft,
  typingFrame,
} from '../../../contract/personal.ts';
import { getThread, readThread, type Thread, type ThreadState } from '../../../contract/threads.ts';
import {
  type ChannelChanges,
  type ChatMessage,
  chatMessageFrame,
  listChanges,
  listMessages,
  postMessage,
  syncChannels,
} from '../../../contract.ts';
import { callNewest, takeEarly } from '../early.ts';

export interface Send {
  channelId: string;
  clientMsgId: string;
  content: string;
  threadId?: string;
  alsoToChannel?: boolean;
  replyToId?: string;
  urgent?: { reason: string };
  attachmentIds?: string[];
  acceptsSensitive?: boolean;
}

/** The position of a page other than the newest. */
export type PageAt = { before: number } | { after: number } | { around: number };

export interface DraftToSave {
  channelId: string;
  threadId: string | null;
  content: string;
  attachmentIds: string[];
}

/** The calls a chat session makes to the server. */
export interface Transport {
  connected(): boolean;
  /** False if the socket cannot send it. */
  sendFrame(send: Send): boolean;
  sendTyping(channelId: string, threadId: string | null): boolean;
  post(send: Send): Promise<ChatMessage>;
  newest(channelId: string): Promise<ChatMessage[]>;
  /** The newest messages, if they were called for before the chat began; then changes may be missing. */
  early(channelId: string): Promise<ChatMessage[]> | undefined;
  page(channelId: string, at: PageAt): Promise<ChatMessage[]>;
  changes(channelId: string, since: number): Promise<ChannelChanges>;
  /** What changed in these channels since the revisions held. */
  sync(revs: Record<string, number>): Promise<ChannelChanges[]>;
  /** The thread with its newest replies, or those before a position. */
  thread(threadId: string, before?: number): Promise<Thread>;
  markRead(channelId: string, seq: number, version: number): Promise<ReadState>;
  markUnread(channelId: string, seq: number): Promise<ReadState>;
  readThread(threadId: string, seq: number, version: number): Promise<ThreadState>;
  drafts(): Promise<ServerDraft[]>;
  /** `origin` identifies this tab. */
  saveDraft(draft: DraftToSave, origin: string): Promise<unknown>;
}

/** A socket message is limited to 64 KB; larger sends go over HTTP. */
const frameMaxBytes = 60_000;
const timeoutMs = 20_000;
const options = () => ({ signal: AbortSignal.timeout(timeoutMs) });

export function createTransport(connection: Connection): Transport {
  const connected = () => connection.state() === 'connected';
  return {
    connected,
    sendFrame(send) {
      if (!connected() || bytesOf(send) > frameMaxBytes) return false;
      return connection.send(chatMessageFrame, { ...send, messageType: 'text' });
    },
    sendTyping: (channelId, threadId) =>
      connected() && connection.send(typingFrame, { channelId, threadId }),
    post: ({ channelId, ...body }) =>
      call(
        postMessage,
        { params: { channelId }, body: { ...body, messageType: 'text' } },
        options(),
      ),
    newest: callNewest,
    early: takeEarly,
    page: (channelId, query) => call(listMessages, { params: { channelId }, query }, options()),
    changes: (channelId, since) =>
      call(listChanges, { params: { channelId }, query: { since } }, options()),
    sync: async (channels) =>
      (await call(syncChannels, { body: { channels, onlyKnown: true } }, options())).channels,
    thread: (messageId, before) =>
      call(getThread, { params: { messageId }, query: { before } }, options()),
    markRead: (channelId, seq, version) =>
      call(markRead, { params: { channelId }, body: { seq, version } }, options()),
    markUnread: (channelId, seq) =>
      call(markUnread, { params: { channelId }, body: { seq } }, options()),
    readThread: (messageId, seq, version) =>
      call(readThread, { params: { messageId }, body: { seq, version } }, options()),
    drafts: () => call(listDrafts, {}, options()),
    saveDraft: (draft, origin) => call(saveDraft, { body: { ...draft, origin } }, options()),
  };
}

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}
