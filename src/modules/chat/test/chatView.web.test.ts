import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeStorage } from './fakeChat.web.ts';

// The view belongs to the page; each test is a page of its own in the same tab.
async function newPage() {
  vi.resetModules();
  return import('../web/view/chatView.ts');
}

beforeEach(() => vi.stubGlobal('sessionStorage', new FakeStorage()));

describe('where the chat stands', () => {
  it('is the team directory at first', async () => {
    const { chatView } = await newPage();
    expect(chatView(7)).toEqual({ view: 'directory', direct: null });
  });

  it('keeps one direct message, the latest, while one looks elsewhere', async () => {
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

  it('comes back after a reload, for the same person only', async () => {
    const before = await newPage();
    before.chatView(7);
    before.openView('service');
    const after = await newPage();
    expect(after.chatView(7).view).toBe('service');
    expect(after.chatView(8).view).toBe('directory');
  });

  it('is where somebody was sent before the chat was on screen', async () => {
    const { chatView, openView } = await newPage();
    openView('sales');
    expect(chatView(7).view).toBe('sales');
    expect(chatView(8).view).toBe('directory');
  });
});
