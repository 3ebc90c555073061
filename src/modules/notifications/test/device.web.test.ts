import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readDevice, turnOff } from '../web/push/device.ts';
import { setOwner } from '../web/push/owner.ts';

const userId = 7;
let status = 200;
let isSubscribed = true;

beforeEach(() => {
  const items = new Map<string, string>();
  const subscription = {
    unsubscribe: async () => {
      isSubscribed = false;
      return true;
    },
  };
  const pushManager = { getSubscription: async () => (isSubscribed ? subscription : null) };
  const Notification = { permission: 'granted' };
  vi.stubGlobal('Notification', Notification);
  vi.stubGlobal('window', { Notification, PushManager: class {} });
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ pushManager }) } });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  });
  vi.stubGlobal('fetch', async () => Response.json({ message: '' }, { status }));
  isSubscribed = true;
  status = 200;
  setOwner(userId);
});
afterEach(() => vi.unstubAllGlobals());

test('a device is off once it is turned off', async () => {
  await turnOff();
  expect(isSubscribed).toBe(false);
  expect(await readDevice(userId)).toBe('off');
});

test('a device stays on if the server refuses to turn it off: it still sends to it', async () => {
  status = 503;
  await expect(turnOff()).rejects.toThrow();
  expect(await readDevice(userId)).toBe('on');
});
