import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check';
import { expect, it } from 'vitest';
import { createChat, settle } from './fakeChat.web.ts';
import { message, messages, type PublishedEvent } from './fakeServer.web.ts';

type Chat = ReturnType<typeof createChat>;

const threadId = 'm120';
const actions = {
  me: ['send', 'reply', 'older', 'newer', 'goTo', 'latest', 'away', 'back', 'thread', 'replies'],
  others: ['post', 'theirReply', 'edit', 'remove', 'react', 'star'],
  network: [
    ...['arrive', 'arrive', 'duplicate', 'drop', 'respond', 'respond', 'fail'],
    ...['disconnect', 'connect', 'wait'],
  ],
};
const step = record({
  action: constantFrom(
    ...actions.me,
    ...actions.others,
    ...actions.others,
    ...actions.network,
    ...actions.network,
  ),
  at: integer({ min: 0, max: 9 }),
});
type Step = { action: string; at: number };

/** Reorders, duplicates and drops frames; delays and fails responses. */
function createFaults(chat: Chat) {
  const { server, session, world } = chat;
  const inFlight: PublishedEvent[] = [];
  const responses: { respond: (fresh: boolean) => void; fail: () => void }[] = [];
  const one = <T>(list: T[], at: number) => list[at % Math.max(1, list.length)];
  const take = <T>(list: T[], at: number) => list.splice(at % Math.max(1, list.length), 1)[0];
  const known = (at: number) => one(server.stored.slice(-20), at * 2)?.id ?? '';

  server.respond = <T>(read: () => T): Promise<T> => {
    if (!server.online) return Promise.reject(new TypeError('unreachable'));
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const old = read();
    const respond = (fresh: boolean) => resolve(fresh ? read() : old);
    responses.push({ respond, fail: () => reject(new TypeError('unreachable')) });
    return promise;
  };
  let sent = 0;
  let clientId = 0;
  const post = (content: string, thread?: string) => {
    clientId += 1;
    const where = thread ? { threadId: thread, alsoToChannel: clientId % 2 === 0 } : {};
    server.store({ channelId: 'sales', clientMsgId: `other ${clientId}`, content, ...where }, 9);
  };
  const ignore = (promise: Promise<void>) => void promise.catch(() => {});

  const handlers: Record<string, (at: number) => void> = {
    send: (at) => chat.send(`mine ${at}`),
    reply: (at) => {
      session.drafts.write(`sales/${threadId}`, `mine ${at}`);
      session.drafts.setAlsoToChannel(`sales/${threadId}`, at > 4);
      session.sendDraft('sales', threadId);
    },
    older: () => ignore(session.history.loadOlder('sales')),
    newer: () => ignore(session.history.loadNewer('sales')),
    goTo: (at) => ignore(session.history.goTo('sales', 1 + at * 13)),
    latest: () => ignore(session.history.toLatest('sales')),
    away: () => session.history.open('service'),
    back: () => session.history.open('sales'),
    thread: () => session.threads.openThread('sales', threadId),
    replies: () => ignore(session.threads.loadOlderReplies(threadId)),
    post: (at) => post(`theirs ${at}`),
    theirReply: (at) => post(`their answer ${at}`, at > 7 ? 'm100' : threadId),
    edit: (at) => server.change(at > 8 ? threadId : known(at), { content: `edited ${clientId}` }),
    remove: (at) =>
      server.change(known(at), { content: '', deletedAt: '2026-01-05T17:00:00.000Z' }),
    react: (at) => server.react(known(at), '👍', at),
    star: (at) => star(at > 7 ? threadId : known(at)),
    arrive: (at) => receive(take(inFlight, at)),
    duplicate: (at) => receive(one(inFlight, at)),
    drop: (at) => void take(inFlight, at),
    respond: (at) => take(responses, at >> 1)?.respond(at % 2 === 0),
    fail: (at) => take(responses, at)?.fail(),
    disconnect: () => chat.connect(false),
    connect: () => chat.connect(true),
    wait: (at) => world.pass(at * 700),
  };
  function receive(event: PublishedEvent | undefined) {
    if (event && server.online) chat.receive(event);
  }
  function star(messageId: string) {
    const starred = !server.stars.delete(messageId);
    if (starred) server.stars.add(messageId);
    session.receiveStar({ channelId: 'sales', messageId, starred, count: server.stars.size });
  }
  const run = async ({ action, at }: Step) => {
    handlers[action]?.(at);
    for (const send of server.frames.slice(sent)) server.store(send);
    sent = server.frames.length;
    inFlight.push(...server.published.splice(0));
    await settle();
  };
  const recover = async () => {
    for (let rest = 0; rest < 8; rest += 1) {
      await run({ action: 'connect', at: 0 });
      await run({ action: 'back', at: 0 });
      while (responses.length > 0) await run({ action: 'respond', at: 0 });
      await run({ action: 'wait', at: 60 });
      while (responses.length > 0) await run({ action: 'respond', at: 0 });
    }
  };
  return { run, recover };
}

function expectServerState(chat: Chat) {
  const { server, session } = chat;
  const { messages: loaded, pending, reachedEnd, phase } = chat.state();
  const stored = server.own(server.timeline);
  if (phase !== 'idle') {
    expect(phase).toBe('ready');
    const from = (loaded[0]?.seq ?? 1) - 1;
    expect(loaded).toEqual(stored.slice(from, reachedEnd ? undefined : from + loaded.length));
  }
  expect(pending).toEqual([]);
  const thread = session.threads.get(threadId);
  if (thread.phase !== 'idle') {
    expect(thread.phase).toBe('ready');
    expect(thread.root).toEqual(stored.find(({ id }) => id === threadId));
    const from = (thread.replies[0]?.threadSeq ?? 1) - 1;
    expect(thread.replies).toEqual(server.own(server.repliesOf(threadId).slice(from)));
  }
  expect(thread.pending).toEqual([]);
  expect(chat.storage.length).toBe(0);
  const ids = server.stored.map(({ clientMsgId }) => clientMsgId);
  expect(new Set(ids).size).toBe(ids.length);
}

it('the shown state finally equals the stored state, whatever the order of events', async () => {
  await assert(
    asyncProperty(array(step, { maxLength: 60, size: 'max' }), async (steps) => {
      const chat = createChat();
      chat.server.stored = messages(1, 130);
      chat.server.maxChanges = 12;
      chat.session.threads.watch(threadId, () => {});
      await chat.open();
      const { run, recover } = createFaults(chat);
      for (const one of steps) await run(one);
      await recover();
      expectServerState(chat);
    }),
    { numRuns: 300 },
  );
});

it('a page read before a change does not restore the old version', async () => {
  const chat = createChat();
  const { server, session } = chat;
  server.stored = messages(1, 60);
  await chat.open();
  const delayed = Promise.withResolvers<void>();
  server.respond = async (read) => {
    const page = read();
    await delayed.promise;
    return page;
  };
  const loading = session.history.loadOlder('sales');
  server.change('m3', { content: 'edited' });
  for (const event of server.published) chat.receive(event);
  delayed.resolve();
  await loading;
  expect(chat.state().messages[2]).toEqual(message(3, { content: 'edited', rev: 61 }));
});
