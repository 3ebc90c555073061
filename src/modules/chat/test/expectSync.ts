import { expect } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import type { Frame, TestSocket } from '../../../../test/support/socket.ts';
import { getThread } from '../contract/threads.ts';
import { type ChatMessage, listChanges } from '../contract.ts';
import { caughtUp, read } from './chatCalls.ts';

/** Follows a channel by its frames alone, as a browser does. */
export interface Follower {
  socket: TestSocket;
  /** The current known state of a message. */
  message(messageId: string): ChatMessage | undefined;
  /**
   * The earlier state and the frames since must equal a fresh response of the server: its
   * timeline, its threads, and its changes since the start. No revision is missing or repeated.
   */
  expectSync(): Promise<void>;
  close(): void;
}

export async function followChannel(client: Client, channelId: string): Promise<Follower> {
  const socket = await client.socket();
  const { lastRev: start } = await changesOf(client, channelId, 0);
  const state = new Map((await fetchAll(client, channelId)).map((one) => [one.id, one]));
  let rev = start;
  let taken = socket.frames.length;

  function apply({ type, data }: Frame): void {
    if (data.channelId !== channelId) return;
    const known = state.get(data.messageId ?? data.id);
    if (type === 'message_starred' && known) {
      state.set(known.id, { ...known, isStarred: data.starred });
    }
    if (!['new_message', 'message_changed', 'message_reaction'].includes(type)) return;
    // The acknowledgement of a repeated send.
    if (type === 'new_message' && data.rev <= rev) return;
    expect([type, data.prevRev, data.rev]).toEqual([type, rev, rev + 1]);
    rev = data.rev;
    if (type === 'message_reaction') {
      if (known) state.set(known.id, { ...known, reactions: data.reactions, rev });
      return;
    }
    const { prevRev: _, vote: __, ...message } = data;
    state.set(message.id, { ...message, isStarred: known?.isStarred ?? false });
  }

  return {
    socket,
    message: (messageId) => state.get(messageId),
    async expectSync() {
      await caughtUp(socket);
      for (const frame of socket.frames.slice(taken)) apply(frame);
      taken = socket.frames.length;
      const { lastRev, reset, messages } = await changesOf(client, channelId, start);
      expect([lastRev, reset]).toEqual([rev, false]);
      for (const message of [...messages, ...(await fetchAll(client, channelId))]) {
        expect(state.get(message.id)).toEqual(message);
      }
    },
    close: () => socket.close(),
  };
}

const changesOf = async (client: Client, channelId: string, since: number) =>
  (await client.call(listChanges, { params: { channelId }, query: { since } })).body;

/** The newest page of the timeline, and its threads. */
async function fetchAll(client: Client, channelId: string): Promise<ChatMessage[]> {
  const timeline = await read(client, channelId, { limit: 200 });
  const threads = await Promise.all(
    timeline
      .filter(({ thread }) => thread)
      .map(({ id }) =>
        client.call(getThread, { params: { messageId: id }, query: { limit: 200 } }),
      ),
  );
  return [...timeline, ...threads.flatMap(({ body }) => [body.root, ...body.replies])];
}
