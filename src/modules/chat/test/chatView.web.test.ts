import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeStorage } from './fakeChat.web.ts';

// The view belongs to the page; each test is its own page in the same tab.
async function newPage() {
  vi.resetModules();
  return import('../web/state/view/chatView.ts');
}

beforeEach(() => vi.stubGlobal('sessionStorage', new FakeStorage()));

describe('the chat view', () => {
  it('that the server draws is that of the request, not of the one before', async () => {
    const { drawnView } = await newPage();
    const { setDrawn } = await import('../../../platform/web/state/drawn.ts');
    const request = { at: 0, isApple: false, hasContent: true, choices: {} };
    setDrawn({ ...request, conversation: 'dm-7-9' });
    expect(drawnView().view).toBe('dm-7-9');
    expect(drawnView()).toBe(drawnView());
    setDrawn({ ...request, conversation: null });
    expect(drawnView().view).toBe('directory');
  });

  it('is the team directory at first', async () => {
    const { chatView } = await newPage();
    expect(chatView(7)).toEqual({ view: 'directory', direct: null });
  });

  it('keeps one direct message, the latest, while another view is open', async () => {
    const { chatView, openView } = await newPage();
    chatView(7);
    openView('dm-7-9', 'Bo Hall');
    openView('sales');
    expect(chatView(7)).toEqual({
      view: 'sales',
      direct: { channelId: 'dm-7-9', name: 'Bo Hall' },
    });
    openView('dm-7-11', 'Dev Patel');
    openView('dm-7-11');
    expect(chatView(7)).toEqual({
      view: 'dm-7-11',
      direct: { channelId: 'dm-7-11', name: 'Dev Patel' },
    });
  });

  it('is restored after a reload, for the same person only', async () => {
    const before = await newPage();
    before.chatView(7);
    before.openView('service');
    const after = await newPage();
    expect(after.chatView(7).view).toBe('service');
    expect(after.chatView(8).view).toBe('directory');
  });

  it('is the place opened before the chat was on screen', async () => {
    const { chatView, openView } = await newPage();
    openView('sales');
    expect(chatView(7).view).toBe('sales');
    const after = await newPage();
    expect(after.chatView(7).view).toBe('sales');
    expect(after.chatView(8).view).toBe('directory');
    expect(chatView(8).view).toBe('directory');
  });

  it('is the channel the page was opened for, before anything else', async () => {
    const before = await newPage();
    before.chatView(7);
    before.openView('service');
    const { chatView, openView } = await newPage();
    vi.stubGlobal('fetch', async () => new Response('[]'));
    const { callEarly } = await import('../web/state/early.ts');
    await callEarly('sales');
    expect(chatView(7).view).toBe('sales');
    openView('directory');
    expect(chatView(7).view).toBe('directory');
  });

  it('ignores a direct message of two other people, as a link may name one', async () => {
    const { chatView, openView } = await newPage();
    openView('dm-8-9');
    expect(chatView(7)).toEqual({ view: 'dm-8-9', direct: null });
    openView('dm-8-11');
    expect(chatView(7).direct).toBeNull();
  });
});

describe('the open thread', () => {
  async function newThreads() {
    const view = await newPage();
    return { ...view, ...(await import('../web/state/view/openThread.ts')) };
  }

  it('is restored after a reload, for the same person in the same place only', async () => {
    const before = await newThreads();
    before.chatView(7);
    before.openView('sales');
    before.openThread('sales', 'm1', 'r5');
    const after = await newThreads();
    after.chatView(7);
    expect(after.rememberedThread()).toEqual({ channelId: 'sales', threadId: 'm1' });
    after.chatView(8);
    expect(after.rememberedThread()).toBeNull();
  });

  it('stays closed after it was closed or left, or another place was opened', async () => {
    const before = await newThreads();
    before.chatView(7);
    before.openView('sales');
    before.openThread('sales', 'm1');
    const sent = await newThreads();
    sent.openView('sales');
    sent.chatView(7);
    expect(sent.rememberedThread()).toBeNull();
    const left = await newThreads();
    left.chatView(7);
    expect(left.rememberedThread()).not.toBeNull();
    left.openView('service');
    expect(left.rememberedThread()).toBeNull();
    const after = await newThreads();
    after.chatView(7);
    expect(after.rememberedThread()).toBeNull();
  });
});
