import { describe, expect, it } from 'vitest';
import { readyFile } from '../web/state/store/drafts.ts';
import { createChat, createWorld, FakeStorage, sharedLocks } from './fakeChat.web.ts';
import { attachment, FakeServer } from './fakeServer.web.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/** A browser whose tabs share storage and locks. */
function createBrowser() {
  const shared = { storage: new FakeStorage(), locks: sharedLocks(), world: createWorld() };
  const server = new FakeServer();
  return { server, ...shared, openTab: () => createChat(server, shared) };
}

describe('one of two tabs', () => {
  it('sends and shows its own messages', () => {
    const { openTab, server, storage } = createBrowser();
    const one = openTab();
    one.send('Hello');
    const two = openTab();
    expect(two.state().pending).toEqual([]);
    expect(server.frames).toHaveLength(1);
    one.session.receive(server.echo(server.frames[0] ?? never()));
    expect(storage.length).toBe(0);
    expect(two.state().pending).toEqual([]);
  });

  it('takes over what the other left when it was closed', () => {
    const { openTab, server } = createBrowser();
    const one = openTab();
    one.send('one');
    one.send('two');
    const two = openTab();
    const three = openTab();
    one.session.stop();
    expect(two.texts()).toEqual(['one', 'two']);
    expect(three.texts()).toEqual([]);
    two.session.receive(server.echo(server.frames[0] ?? never()));
    expect(server.frames.map(({ content }) => content)).toEqual(['one', 'one', 'two']);
    expect(three.texts()).toEqual([]);
  });

  it('keeps a refused message until it is resolved', () => {
    const { openTab, server, storage } = createBrowser();
    const one = openTab();
    one.send('Hello');
    one.session.refused({ ref: server.frames[0]?.clientMsgId ?? '', message: 'No' });
    const two = openTab();
    expect(two.state().pending).toEqual([]);
    one.session.discard(one.state().pending[0] ?? never());
    expect(storage.length).toBe(0);
    expect(two.state().pending).toEqual([]);
  });
});

describe('after a reload', () => {
  const files = [readyFile(attachment('a')), readyFile(attachment('b'))];

  it('a message is sent as written: its place, quote and files', () => {
    const { openTab, server } = createBrowser();
    const before = openTab();
    server.online = false;
    before.session.drafts.write('sales/m1', 'Hello');
    server.online = true;
    before.session.drafts.setFiles('sales/m1', files);
    before.session.drafts.setAlsoToChannel('sales/m1', true);
    before.session.drafts.setReplyTo('sales/m1', 'm2');
    before.session.sendDraft('sales', 'm1');
    before.session.stop();
    const after = openTab();
    expect(server.frames[1]).toEqual(server.frames[0]);
    expect(server.frames[1]).toMatchObject({
      threadId: 'm1',
      alsoToChannel: true,
      replyToId: 'm2',
      attachmentIds: ['a', 'b'],
    });
    expect(after.session.threads.get('m1').pending).toHaveLength(1);
    expect(after.state().pending).toHaveLength(1);
  });

  it('a refused one still has its text and files, to be retried or discarded', () => {
    const { openTab, server, storage } = createBrowser();
    const before = openTab();
    before.session.drafts.setFiles('sales', files);
    before.send('Hello');
    before.session.refused({ ref: server.frames[0]?.clientMsgId ?? '', message: 'No' });
    expect(before.session.drafts.get('sales')).toMatchObject({ text: 'Hello', attachments: files });
    before.session.stop();
    const after = openTab();
    const failed = after.state().pending[0] ?? never();
    expect(failed).toMatchObject({ failure: 'No', attachments: [{ id: 'a' }, { id: 'b' }] });
    after.session.retry(failed);
    expect(server.frames[1]).toEqual(server.frames[0]);
    after.session.discard(after.state().pending[0] ?? never());
    expect(storage.length).toBe(0);
  });

  it('what an earlier release stored is still sent', () => {
    const { openTab, server, storage, world } = createBrowser();
    const old = { clientMsgId: 'c1', channelId: 'sales', content: 'Hello', failure: null };
    const stored = JSON.stringify({ ...old, writtenAt: world.time });
    storage.setItem('forecourt-outbox:7:c1', stored);
    openTab();
    expect(server.frames).toEqual([{ channelId: 'sales', clientMsgId: 'c1', content: 'Hello' }]);
  });

  it('what an earlier release stored still needs its confirmation', () => {
    const { openTab, storage, world } = createBrowser();
    const old = { clientMsgId: 'c1', channelId: 'sales', content: 'Hello', failure: 'A number' };
    const stored = JSON.stringify({ ...old, writtenAt: world.time, asksForWord: true });
    storage.setItem('forecourt-outbox:7:c1', stored);
    expect(openTab().state().pending).toMatchObject([{ needsConfirmation: true }]);
  });
});

describe('a day without the server', () => {
  it('stops the retries, in a tab that was open all the time', async () => {
    const { openTab, server, world } = createBrowser();
    const { send, state, connect, session } = openTab();
    send('Hello');
    server.postError = new TypeError('unreachable');
    connect(false);
    for (let waited = 0; waited <= dayMs; waited += dayMs / 100) {
      world.pass(dayMs / 100);
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    expect(state().pending).toMatchObject([{ failure: 'waiting for more than a day' }]);
    expect(session.drafts.get('sales').text).toBe('Hello');
    server.postError = null;
    session.retry(state().pending[0] ?? never());
    expect(state().pending).toMatchObject([{ failure: null }]);
  });
});

const never = (): never => {
  throw new Error('No pending message');
};
