import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../platform/web/api/ApiError.ts';
import { createChat, FakeStorage, settle } from './fakeChat.web.ts';
import { FakeServer, frame, me, message } from './fakeServer.web.ts';

const refusal = (status: number, error: string) =>
  new ApiError(status, '', JSON.stringify({ error, code: 'invalid' }));

async function openChat() {
  const chat = createChat();
  await chat.open();
  return chat;
}

/** What was sent over the socket, in order. */
const sent = (server: FakeServer) => server.frames.map(({ content }) => content);
const first = (server: FakeServer) => server.frames[0] ?? server.posts[0] ?? never();
const never = (): never => {
  throw new Error('No frame was sent');
};

describe('a message', () => {
  it('shows at once, and only once when its echo arrives', async () => {
    const { send, session, server, state, texts } = await openChat();
    expect(send('  Hello\nthere ')).toBe(true);
    expect(state().pending).toMatchObject([{ content: 'Hello\nthere', failure: null }]);
    expect(session.drafts.get('sales').text).toBe('');
    const echo = server.echo(first(server));
    session.receive(echo);
    session.receive(echo);
    expect(state().pending).toEqual([]);
    expect(texts()).toEqual(['Hello\nthere']);
  });

  it('that is empty, too long or unreceivable stays in the composer', async () => {
    const { send, session, server } = await openChat();
    expect(send('  \n ')).toBe(false);
    expect(send('x'.repeat(16_001))).toBe(false);
    server.online = false;
    session.connectionChanged();
    expect(send('Hello')).toBe(false);
    expect(session.drafts.get('sales').text).toBe('Hello');
    expect(server.frames).toEqual([]);
  });

  it('waits for the previous one in its channel', async () => {
    const { send, session, server } = await openChat();
    send('one');
    send('two');
    expect(sent(server)).toEqual(['one']);
    session.receive(server.echo(first(server)));
    expect(sent(server)).toEqual(['one', 'two']);
  });

  it('comes after the confirmed ones', async () => {
    const { send, session, server, texts } = await openChat();
    send('mine');
    server.stored = [message(1)];
    session.receive(frame(1));
    expect(texts()).toEqual(['message 1', 'mine']);
  });

  it('goes over HTTP if no echo comes, and a late echo adds no duplicate', async () => {
    const { send, session, server, world, texts } = await openChat();
    send('Hello');
    world.pass(10_000);
    await settle();
    expect(server.posts).toEqual(server.frames);
    expect(texts()).toEqual(['Hello']);
    session.receive(server.echo(first(server)));
    expect(texts()).toEqual(['Hello']);
    expect(server.stored).toHaveLength(1);
  });

  it('is confirmed by catch-up as well', async () => {
    const { send, session, server, state, texts } = await openChat();
    send('Hello');
    server.store(first(server));
    session.synchronize();
    await settle();
    expect(texts()).toEqual(['Hello']);
    expect(state().pending).toEqual([]);
  });

  it('is confirmed by an echo too old to be shown', async () => {
    const { send, session, server, state } = await openChat();
    send('Hello');
    const echo = server.echo(first(server));
    session.store.update('sales', (state) => ({ ...state, rev: 40 }));
    session.receive(echo);
    expect(state().pending).toEqual([]);
  });

  it('without its client id is matched by sender, text and ten seconds', async () => {
    const { send, session, state, world } = await openChat();
    send('Hello');
    const copy = { clientMsgId: '', content: 'Hello', senderId: me };
    const at = (ms: number) => new Date(world.time + ms).toISOString();
    session.receive(frame(1, { ...copy, senderId: 9, createdAt: at(0) }));
    session.receive(frame(2, { ...copy, createdAt: at(10_001) }));
    expect(state().pending).toHaveLength(1);
    session.receive(frame(3, { ...copy, createdAt: at(9_000) }));
    expect(state().pending).toEqual([]);
  });
});

describe('a broken connection', () => {
  it('repeats unacknowledged sends with the same id, in order', async () => {
    const { send, session, server, texts } = await openChat();
    send('one');
    send('two');
    server.online = false;
    session.connectionChanged();
    server.online = true;
    session.connectionChanged();
    expect(sent(server)).toEqual(['one', 'one']);
    expect(server.frames[0]?.clientMsgId).toBe(server.frames[1]?.clientMsgId);
    session.receive(server.echo(first(server)));
    session.receive(server.echo(server.frames[2] ?? never()));
    expect(texts()).toEqual(['one', 'two']);
    expect(server.stored).toHaveLength(2);
  });

  it('that does not return soon causes them to be posted', async () => {
    const { send, session, server, world, texts } = await openChat();
    send('one');
    send('two');
    server.online = false;
    session.connectionChanged();
    world.pass(2_000);
    await settle();
    expect(server.posts.map(({ content }) => content)).toEqual(['one', 'two']);
    expect(texts()).toEqual(['one', 'two']);
  });

  it('keeps posting while nothing is reachable', async () => {
    const { send, session, server, world, state } = await openChat();
    send('one');
    server.online = false;
    server.postError = new TypeError('unreachable');
    session.connectionChanged();
    for (let minute = 0; minute < 10; minute += 1) {
      world.pass(60_000);
      await settle();
    }
    expect(state().pending).toMatchObject([{ failure: null }]);
    server.postError = null;
    world.pass(30_000);
    await settle();
    expect(state().pending).toEqual([]);
  });

  it('leaves the sends of a closed tab to the next one', async () => {
    const storage = new FakeStorage();
    const before = createChat(new FakeServer(), { storage });
    await before.open();
    before.send('one');
    before.send('two');
    const after = createChat(before.server, { storage });
    await after.open();
    expect(after.texts()).toEqual(['one', 'two']);
    expect(sent(before.server)).toEqual(['one', 'one']);
    after.session.receive(before.server.echo(first(before.server)));
    after.session.receive(before.server.echo(before.server.frames[2] ?? never()));
    expect(after.texts()).toEqual(['one', 'two']);
    expect(storage.length).toBe(0);
  });
});

describe('a refused message', () => {
  it('returns its text and can be retried as the same message', async () => {
    const { send, session, server, state, texts } = await openChat();
    send('Hello');
    const { clientMsgId } = first(server);
    const result = session.refused({ ref: clientMsgId, message: 'You may not write here' });
    expect(result).toBe(true);
    expect(state().pending).toMatchObject([{ failure: 'You may not write here' }]);
    expect(session.drafts.get('sales').text).toBe('Hello');
    const failed = state().pending[0] ?? never();
    session.retry(failed);
    expect(session.drafts.get('sales').text).toBe('');
    expect(server.frames.map((send) => send.clientMsgId)).toEqual([clientMsgId, clientMsgId]);
    session.receive(server.echo(first(server)));
    expect(texts()).toEqual(['Hello']);
  });

  it('that needs confirmation is the same message with it', async () => {
    const { send, session, server, state } = await openChat();
    send('Her number');
    const { clientMsgId } = first(server);
    const code = 'confirmation_required';
    session.refused({ ref: clientMsgId, message: 'This looks like one', code });
    expect(state().pending).toMatchObject([{ needsConfirmation: true }]);
    expect(session.sendDraft('sales', null, true)).toBe(true);
    expect(server.frames[1]).toMatchObject({ clientMsgId, acceptsSensitive: true });
  });

  it('is replaced by the edited one', async () => {
    const { send, session, server, state } = await openChat();
    send('Hello');
    session.refused({ ref: first(server).clientMsgId, message: 'No' });
    send('Hello again');
    expect(state().pending).toMatchObject([{ content: 'Hello again', failure: null }]);
    expect(server.frames[1]?.clientMsgId).not.toBe(first(server).clientMsgId);
  });

  it('does not disturb what is being written', async () => {
    const { send, session, server, state } = await openChat();
    send('Hello');
    session.drafts.write('sales', 'Next');
    session.refused({ ref: first(server).clientMsgId, message: 'No' });
    expect(session.drafts.get('sales').text).toBe('Next');
    session.discard(state().pending[0] ?? never());
    expect(session.drafts.get('sales').text).toBe('Next');
    expect(state().pending).toEqual([]);
  });

  it('lets the next one go, and stays refused after a reload', async () => {
    const { send, server, state, storage, session } = await openChat();
    send('one');
    send('two');
    session.refused({ ref: first(server).clientMsgId, message: 'No' });
    expect(sent(server)).toEqual(['one', 'two']);
    expect(state().pending.map(({ failure }) => failure)).toEqual(['No', null]);
    const after = createChat(server, { storage });
    expect(after.state().pending.map(({ failure }) => failure)).toEqual(['No', null]);
  });

  it('is retried for temporary errors, five times at most', async () => {
    const { send, session, server, state, world } = await openChat();
    send('Hello');
    const { clientMsgId } = first(server);
    for (let times = 0; times < 5; times += 1) {
      session.refused({ ref: clientMsgId, message: 'Slow down', retryable: true });
      expect(state().pending[0]?.failure).toBeNull();
      const before = server.frames.length;
      for (let waited = 0; waited < 30 && server.frames.length === before; waited += 1)
        world.pass(1_000);
    }
    expect(server.frames).toHaveLength(6);
    session.refused({ ref: clientMsgId, message: 'Slow down', retryable: true });
    expect(state().pending[0]?.failure).toBe('Slow down');
  });

  it('that is urgent is not retried: its author sees it at once, and decides', async () => {
    const { send, session, server, state } = await openChat();
    session.drafts.setUrgent('sales', 'Recall');
    send('Stop');
    const { clientMsgId, urgent } = first(server);
    expect(urgent).toEqual({ reason: 'Recall' });
    const refused = { message: 'Too many', code: 'rate_limited', retryable: true };
    session.refused({ ref: clientMsgId, ...refused });
    expect(state().pending).toMatchObject([{ failure: 'Too many', urgent: 'Recall' }]);
    expect(session.drafts.get('sales')).toMatchObject({ text: 'Stop', urgent: 'Recall' });
    session.drafts.setUrgent('sales', null);
    session.sendDraft('sales');
    expect(server.frames.at(-1)).not.toHaveProperty('urgent');
    expect(server.frames.at(-1)?.clientMsgId).not.toBe(clientMsgId);
    expect(state().pending).toMatchObject([{ content: 'Stop', urgent: null, failure: null }]);
  });

  it('by HTTP fails for good on 4xx, and not on 5xx', async () => {
    const { send, session, server, state, world } = await openChat();
    send('Hello');
    server.online = false;
    server.postError = refusal(503, 'Busy');
    session.connectionChanged();
    world.pass(2_000);
    await settle();
    expect(state().pending[0]?.failure).toBeNull();
    server.postError = refusal(404, 'There is no such channel');
    world.pass(1_000);
    await settle();
    expect(state().pending[0]?.failure).toBe('There is no such channel');
  });

  it('of someone else is not shown', async () => {
    const { session } = await openChat();
    expect(session.refused({ ref: 'unknown', message: 'No' })).toBe(false);
    expect(session.refused({ message: 'No' })).toBe(false);
  });
});

describe('the outbox', () => {
  it('belongs to one person and is empty after signing out', async () => {
    const { send, outbox, storage } = await openChat();
    storage.setItem('forecourt-outbox:8:x', '{}');
    send('Hello');
    expect(outbox.isEmpty()).toBe(false);
    outbox.clear();
    expect(outbox.isEmpty()).toBe(true);
    expect(storage.length).toBe(1);
  });

  it('asks before sending what is a day old', async () => {
    const { send, outbox, world } = await openChat();
    send('Hello');
    expect(outbox.list(world.time)[0]?.failure).toBeNull();
    expect(outbox.list(world.time + 25 * 3_600_000)[0]?.failure).toMatch(/day/);
  });

  it('survives full storage', async () => {
    const { send, server, storage, outbox, world } = await openChat();
    storage.setItem = () => {
      throw new Error('full');
    };
    expect(send('Hello')).toBe(true);
    expect(sent(server)).toEqual(['Hello']);
    expect(outbox.list(world.time)).toEqual([]);
  });
});
