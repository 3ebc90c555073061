import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../platform/web/api/ApiError.ts';
import type { ServerDraft } from '../contract/personal.ts';
import { createChat, createWorld, FakeStorage, settle } from './fakeChat.web.ts';
import { attachment, FakeServer } from './fakeServer.web.ts';

const saved = (content: string, more: Partial<ServerDraft> = {}): ServerDraft => ({
  channelId: 'sales',
  threadId: null,
  content,
  attachments: [],
  updatedAt: '2026-01-05T16:00:00.000Z',
  ...more,
});
const contents = ({ saves }: FakeServer) => saves.map(({ content }) => content);

describe('a draft', () => {
  it('is saved after a pause, once', async () => {
    const { session, server, world } = createChat();
    session.drafts.write('sales', 'Hel');
    world.pass(900);
    session.drafts.write('sales', 'Hello');
    world.pass(999);
    expect(server.saves).toEqual([]);
    world.pass(1);
    await settle();
    world.pass(60_000);
    const plain = { channelId: 'sales', threadId: null, attachmentIds: [] };
    expect(server.saves).toEqual([{ ...plain, content: 'Hello', origin: 'this tab' }]);
  });

  it('of a thread has its own place and files', async () => {
    const { session, server, world, files } = createChat();
    session.drafts.write('sales/m1', 'Hello');
    session.uploads.add('sales/m1', [new File(['abc'], 'a.pdf')]);
    files.sends[0]?.arrive();
    await settle();
    world.pass(1_000);
    const id = files.sends[0]?.id;
    expect(server.saves).toMatchObject([{ threadId: 'm1', attachmentIds: [id] }]);
  });

  it('is deleted at once when sent, after any save in progress', async () => {
    const { session, server, world, send } = createChat();
    session.drafts.write('sales', 'Hello');
    world.pass(1_000);
    send('Hello there');
    await settle();
    world.pass(1_000);
    await settle();
    expect(contents(server)).toEqual(['Hello', '']);
  });

  it('sent before it was saved causes no request', async () => {
    const { server, world, send } = createChat();
    send('Hello');
    world.pass(10_000);
    await settle();
    expect(server.saves).toEqual([]);
  });

  it('with customer data stays in its tab, and the server deletes its earlier version', async () => {
    const { session, server, world, tab } = createChat();
    session.drafts.write('sales', 'Her SSN is 536-22');
    world.pass(1_000);
    await settle();
    session.drafts.write('sales', 'Her SSN is 536-22-8126');
    world.pass(10_000);
    await settle();
    expect(contents(server)).toEqual(['Her SSN is 536-22', '']);
    expect(JSON.stringify(server.saves)).not.toContain('8126');
    const { session: after } = createChat(server, { tab });
    after.synchronize();
    await settle();
    expect(after.drafts.get('sales').text).toBe('Her SSN is 536-22-8126');
  });

  it('that is too long stays in its tab', async () => {
    const { session, server, world, tab } = createChat();
    session.drafts.write('sales', 'x'.repeat(16_001));
    world.pass(10_000);
    expect(server.saves).toEqual([]);
    expect(createChat(server, { tab }).session.drafts.get('sales').text).toHaveLength(16_001);
  });
});

describe('without a connection', () => {
  it('drafts survive a reload and are saved later', async () => {
    const tab = new FakeStorage();
    const server = new FakeServer();
    server.writeError = new TypeError('unreachable');
    const before = createChat(server, { tab });
    before.session.drafts.write('sales', 'Hello');
    before.session.drafts.setReplyTo('sales', 'm1');
    before.world.pass(1_000);
    await settle();
    const after = createChat(server, { tab });
    expect(after.session.drafts.get('sales')).toMatchObject({ text: 'Hello', replyToId: 'm1' });
    server.writeError = null;
    after.session.synchronize();
    await settle();
    expect(contents(server)).toEqual(['Hello']);
    expect(after.session.drafts.get('sales').text).toBe('Hello');
  });

  it('a save is retried, unless the server refuses it for good', async () => {
    const { session, server, world } = createChat();
    server.writeError = new TypeError('unreachable');
    session.drafts.write('sales', 'Hello');
    world.pass(1_000);
    await settle();
    server.writeError = new ApiError(404, '', '{"error":"There is no such channel"}');
    world.pass(1_000);
    await settle();
    server.writeError = null;
    world.pass(60_000);
    await settle();
    expect(server.saves).toEqual([]);
    expect(session.drafts.get('sales').text).toBe('Hello');
  });
});

describe('a draft that the server refuses to save', () => {
  const refusal = new ApiError(409, '', '{"error":"You have 500 drafts."}');

  async function refusedDraft() {
    const tab = new FakeStorage();
    const chat = createChat(new FakeServer(), { tab });
    chat.server.writeError = refusal;
    chat.session.drafts.write('sales', 'Hello');
    chat.world.pass(1_000);
    await settle();
    return { ...chat, tab };
  }

  it('stays in its tab after reconnecting and reloading', async () => {
    const { session, server, tab } = await refusedDraft();
    for (let time = 0; time < 2; time += 1) {
      session.synchronize();
      await settle();
    }
    expect(session.drafts.get('sales').text).toBe('Hello');
    const after = createChat(server, { tab }).session;
    after.synchronize();
    await settle();
    expect(after.drafts.get('sales').text).toBe('Hello');
  });

  it('is saved at the next connection or change, but not each time the page is hidden', async () => {
    const { session, server, world } = await refusedDraft();
    server.writeError = null;
    session.flush();
    await settle();
    expect(server.saves).toEqual([]);
    session.synchronize();
    await settle();
    expect(contents(server)).toEqual(['Hello']);
    server.writeError = refusal;
    session.drafts.write('sales', 'Hello there');
    world.pass(1_000);
    await settle();
    server.writeError = null;
    session.drafts.write('sales', 'Hello you');
    world.pass(1_000);
    await settle();
    expect(contents(server)).toEqual(['Hello', 'Hello you']);
  });

  it('is forgotten once it is cleared', async () => {
    const { session, server, world, tab } = await refusedDraft();
    session.drafts.clear('sales');
    await settle();
    world.pass(1_000);
    expect(tab.length).toBe(0);
    server.writeError = null;
    session.synchronize();
    await settle();
    expect(server.saves).toEqual([]);
  });
});

describe('the server’s draft', () => {
  it('is shown, unless this tab has a newer one', async () => {
    const tab = new FakeStorage();
    const before = createChat(new FakeServer(), { tab });
    before.session.drafts.write('service', 'newer');
    const { session, server } = createChat(new FakeServer(), { tab });
    server.savedDrafts = [
      saved('from the phone', { attachments: [attachment('a')] }),
      saved('older', { channelId: 'service' }),
    ];
    session.synchronize();
    await settle();
    const { text, attachments } = session.drafts.get('sales');
    expect(text).toBe('from the phone');
    expect(attachments).toMatchObject([{ id: 'a', phase: 'ready', progress: 1 }]);
    expect(session.drafts.get('service').text).toBe('newer');
    expect(contents(server)).toEqual(['newer']);
  });

  it('that was sent elsewhere is removed here too', async () => {
    const { session, server, world } = createChat();
    session.drafts.write('sales', 'Hello');
    world.pass(1_000);
    await settle();
    session.synchronize();
    await settle();
    expect(session.drafts.get('sales').text).toBe('');
    expect(contents(server)).toEqual(['Hello']);
  });

  it('does not replace what is typed while the list loads', async () => {
    const { session, server } = createChat();
    const { promise, resolve } = Promise.withResolvers<ServerDraft[]>();
    server.drafts = () => promise;
    session.synchronize();
    session.drafts.write('sales', 'Hello');
    resolve([saved('old')]);
    await settle();
    expect(session.drafts.get('sales').text).toBe('Hello');
  });
});

describe('two tabs', () => {
  function twoTabs() {
    const server = new FakeServer();
    const world = createWorld();
    const firstTab = createChat(server, { world, origin: 'one' });
    const secondTab = createChat(server, { world, origin: 'two' });
    /** The server publishes the saved draft to both. */
    const publish = async () => {
      await settle();
      for (const { channelId, threadId, content, origin } of server.saves.splice(0)) {
        const frame = { ...saved(content, { channelId, threadId }), origin };
        for (const { session } of [firstTab, secondTab]) session.receiveDraft(frame);
      }
    };
    return { firstTab: firstTab.session, secondTab: secondTab.session, world, publish };
  }

  it('show the same draft', async () => {
    const { firstTab, secondTab, world, publish } = twoTabs();
    firstTab.drafts.write('sales', 'Hello');
    world.pass(1_000);
    await publish();
    expect(secondTab.drafts.get('sales').text).toBe('Hello');
    firstTab.sendDraft('sales');
    await publish();
    expect(secondTab.drafts.get('sales').text).toBe('');
    expect(firstTab.drafts.get('sales').text).toBe('');
  });

  it('do not overwrite what is being typed in the other', async () => {
    const { firstTab, secondTab, world, publish } = twoTabs();
    firstTab.drafts.write('sales', 'from one');
    world.pass(700);
    secondTab.drafts.write('sales', 'from two');
    world.pass(300);
    await publish();
    expect(secondTab.drafts.get('sales').text).toBe('from two');
    world.pass(700);
    await publish();
    expect(firstTab.drafts.get('sales').text).toBe('from two');
  });
});

it('a draft leaves nothing in the tab after signing out', () => {
  const tab = new FakeStorage();
  const { session, tabStorage } = createChat(new FakeServer(), { tab });
  session.drafts.write('sales', 'Hello');
  expect(tab.length).toBe(1);
  tabStorage.clear();
  session.drafts.write('sales', 'Hello again');
  expect(tab.length).toBe(0);
});

it('upload progress does not delay saving the text', async () => {
  const { session, server, world, files } = createChat();
  session.drafts.write('sales', 'Hello');
  session.uploads.add('sales', [new File(['abc'], 'a.pdf')]);
  for (let part = 0; part < 10; part += 1) {
    world.pass(150);
    files.sends[0]?.onProgress(part / 10);
  }
  await settle();
  expect(contents(server)).toEqual(['Hello']);
});
