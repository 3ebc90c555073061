import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryKeyFor } from '../../../platform/web/api/queryClient.ts';
import { createConnection } from '../../../platform/web/realtime/connection.ts';
import { FakeWorld } from '../../../platform/web/realtime/test/FakeWorld.ts';
import { getUnread, type ReadState } from '../contract/personal.ts';
import { fileTransport } from '../web/state/session/drafts/fileTransport.ts';
import { browserLocks } from '../web/state/session/outbox.ts';
import { loadUnread, unreadOf } from '../web/state/session/reading/unreadOf.ts';
import { createTransport } from '../web/state/session/transport.ts';
import type { UnreadReply } from '../web/state/store/unread.ts';
import { settle } from './fakeChat.web.ts';
import { attachment, frame, me } from './fakeServer.web.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('unread counts', () => {
  const key = queryKeyFor(getUnread);
  const state: ReadState = {
    channelId: 'sales',
    lastReadSeq: 0,
    version: 0,
    lastSeq: 2,
    unread: 2,
    mentions: 0,
  };

  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] }));

  async function createPage() {
    const reply = { channels: [state], threads: 0, starred: 0 };
    const fetched = vi.fn(async () => new Response(JSON.stringify(reply)));
    vi.stubGlobal('fetch', fetched);
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const world = new FakeWorld();
    const connection = createConnection({ url: 'ws://forecourt/ws', environment: world });
    world.socket.becomeReady();
    const store = unreadOf(connection, me, client);
    const queryFn = ({ signal }: { signal: AbortSignal }) => loadUnread(store, signal);
    await client.fetchQuery({ queryKey: key, queryFn });
    const invalidate = vi.spyOn(client, 'invalidateQueries');
    const numbers = () => client.getQueryData<UnreadReply>(key);
    return { client, connection, world, store, invalidate, numbers };
  }

  it('follow socket events', async () => {
    const { world, numbers } = await createPage();
    world.socket.receive('new_message', frame(3));
    world.socket.receive('new_message', frame(3));
    expect(numbers()?.channels).toMatchObject([{ unread: 3 }]);
    world.socket.receive('read_state', { ...state, lastReadSeq: 3, lastSeq: 3, unread: 0 });
    expect(numbers()?.channels).toMatchObject([{ unread: 0 }]);
    const star = { channelId: 'sales', messageId: 'm1', starred: true, count: 5 };
    world.socket.receive('message_starred', star);
    expect(numbers()?.starred).toBe(5);
  });

  it('are requested again if they cannot be computed, once for all reasons', async () => {
    const { world, invalidate } = await createPage();
    world.socket.receive('channel_changed', { channelId: 'sales' });
    world.socket.receive('new_message', frame(1, { channelId: 'dm-7-9' }));
    world.socket.receive('thread_state', {});
    expect(invalidate).not.toHaveBeenCalled();
    vi.advanceTimersByTime(300);
    expect(invalidate).toHaveBeenCalledTimes(1);
    world.socket.receive('ready', {});
    vi.advanceTimersByTime(1_000);
    expect(invalidate).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1_000);
    expect(invalidate).toHaveBeenCalledTimes(2);
    world.socket.receive('thread_replied', { threadId: 'm1' });
    vi.advanceTimersByTime(2_000);
    expect(invalidate).toHaveBeenCalledTimes(3);
  });

  it('are loaded once per connection', async () => {
    const { client, connection, store } = await createPage();
    expect(unreadOf(connection, me, client)).toBe(store);
  });
});

it('after a reconnect only the channels this tab holds are asked for', async () => {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) =>
    Response.json({ channels: [] }),
  );
  vi.stubGlobal('fetch', fetched);
  const environment = new FakeWorld();
  await createTransport(createConnection({ url: 'ws://forecourt/ws', environment })).sync({
    sales: 2,
  });
  const init = fetched.mock.calls[0]?.[1];
  expect(JSON.parse(String(init?.body))).toEqual({ channels: { sales: 2 }, onlyKnown: true });
});

describe('browser locks', () => {
  it('let one send run at a time, and the next one when it is done', async () => {
    const locks = browserLocks();
    const granted: string[] = [];
    const release = locks.claim('c1', () => granted.push('one'));
    const cancelClaim = locks.claim('c1', () => granted.push('two'));
    locks.claim('c1', () => granted.push('three'));
    await settle();
    expect(granted).toEqual(['one']);
    cancelClaim();
    release();
    await settle();
    await settle();
    expect(granted).toEqual(['one', 'three']);
  });

  it('are optional', () => {
    vi.stubGlobal('navigator', {});
    let granted = 0;
    browserLocks().claim('c1', () => (granted += 1))();
    expect(granted).toBe(1);
  });
});

describe('an upload', () => {
  class FakeRequest {
    static last: FakeRequest;
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    onload = () => {};
    onerror = () => {};
    onabort = () => {};
    status = 0;
    statusText = '';
    responseText = '';
    sent: unknown[] = [];
    headers: Record<string, string> = {};
    constructor() {
      FakeRequest.last = this;
    }
    open = (...where: unknown[]) => void this.sent.push(...where);
    send = (body: unknown) => void this.sent.push(body);
    setRequestHeader = (name: string, value: string) => {
      this.headers[name] = value;
    };
    abort = () => this.onabort();
    respond(status: number, body: object) {
      Object.assign(this, { status, responseText: JSON.stringify(body) });
      this.onload();
    }
  }

  const file = new File(['abc'], 'a & b.pdf', { type: 'application/pdf' });
  const progress: number[] = [];
  const onProgress = (part: number) => void progress.push(part);
  const send = () => fileTransport.send({ id: 'u1', file, durationMs: null, onProgress });

  beforeEach(() => vi.stubGlobal('XMLHttpRequest', FakeRequest));

  it('reports its progress and result', async () => {
    const { done } = send();
    const { last } = FakeRequest;
    expect(last.sent).toEqual(['PUT', '/api/chat/uploads/u1?name=a+%26+b.pdf', file]);
    expect(last.headers['content-type']).toBe('application/pdf');
    last.upload.onprogress?.({ loaded: 1, total: 4 });
    expect(progress).toEqual([0.25]);
    last.respond(201, attachment('u1'));
    expect(await done).toEqual(attachment('u1'));
  });

  it('fails with the server’s message, or a default one', async () => {
    const refused = send();
    FakeRequest.last.respond(413, { error: 'Too large', code: 'too_large' });
    await expect(refused.done).rejects.toMatchObject({ status: 413, sentence: 'Too large' });
    const lost = send();
    FakeRequest.last.onerror();
    await expect(lost.done).rejects.toBeInstanceOf(TypeError);
    const stopped = send();
    stopped.abort();
    await expect(stopped.done).rejects.toBeInstanceOf(TypeError);
  });
});
