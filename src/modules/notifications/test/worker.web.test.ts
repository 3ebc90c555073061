import fs from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { beforeEach, expect, test, vi } from 'vitest';

const file = path.resolve(import.meta.dirname, '../../../main/public/sw.js');
const script = fs.readFileSync(file, 'utf8');
const origin = 'https://forecourt.example';

interface Page {
  focused: boolean;
  focus(): Promise<void>;
  postMessage(data: unknown): void;
}

let listeners: Map<string, (event: object) => void>;
let pages: Page[];
const [openWindow, fetched, shown] = [vi.fn(), vi.fn(), vi.fn()];

beforeEach(() => {
  listeners = new Map();
  pages = [];
  for (const spy of [openWindow, fetched, shown]) spy.mockReset();
  fetched.mockRejectedValue(new Error('offline'));
  const clients = { matchAll: async () => pages, openWindow, claim: async () => {} };
  const self = {
    addEventListener: (type: string, listener: () => void) => listeners.set(type, listener),
    skipWaiting: async () => {},
    clients,
    location: { origin },
    registration: { showNotification: shown },
  };
  vm.runInNewContext(script, { self, fetch: fetched, URL, Promise });
});

async function dispatch(type: string, event: object): Promise<void> {
  const work: Promise<unknown>[] = [];
  listeners.get(type)?.({ ...event, waitUntil: (one: Promise<unknown>) => work.push(one) });
  await Promise.all(work);
}

const close = vi.fn();
const click = (url: string, tag = '12') =>
  dispatch('notificationclick', { notification: { tag, data: { url }, close } });

test('a click continues in the open page and marks as read', async () => {
  const page = { focused: false, focus: vi.fn(async () => {}), postMessage: vi.fn() };
  const front = { focused: true, focus: vi.fn(async () => {}), postMessage: vi.fn() };
  pages = [page, front];
  await click('/?channel=sales');
  expect(front.focus).toHaveBeenCalled();
  expect(front.postMessage).toHaveBeenCalledWith({ open: '/?channel=sales' });
  expect(page.postMessage).not.toHaveBeenCalled();
  expect(openWindow).not.toHaveBeenCalled();
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/notifications/12/read');
  expect(close).toHaveBeenCalled();
});

test('a click opens a page if there is none, and only of this site', async () => {
  await click('/?channel=sales', 'test');
  expect(openWindow).toHaveBeenCalledWith(`${origin}/?channel=sales`);
  expect(fetched).not.toHaveBeenCalled();
  await click('https://evil.example/');
  expect(openWindow).toHaveBeenCalledTimes(1);
});

test('every push shows something', async () => {
  const data = { json: () => ({ tag: '1', title: 'Ann', body: 'Sold', url: '/x' }) };
  await dispatch('push', { data });
  await dispatch('push', { data: null });
  expect(shown.mock.calls).toMatchObject([
    ['Ann', { tag: '1', body: 'Sold', data: { url: '/x' } }],
    ['Forecourt', { body: 'You have a new notification.', data: { url: '/' } }],
  ]);
});
