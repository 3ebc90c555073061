import { call } from '../../../../platform/web/api/call.ts';
import { getPushKey, subscribeDevice, testPush, unsubscribeDevice } from '../../contract/push.ts';
import { isOwner, setOwner } from './owner.ts';

/** `unsupported`: the browser can't, or the page is not served over https. */
export type DeviceState = 'unsupported' | 'blocked' | 'off' | 'on';

const workerFile = '/sw.js';

function isSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

export async function readDevice(userId: number): Promise<DeviceState> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const subscription = await findSubscription();
  const isOwn = isOwner(userId);
  return subscription && isOwn && Notification.permission === 'granted' ? 'on' : 'off';
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(workerFile);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Asks for permission and subscribes; returns the new state. Throws if the browser or the server fails. */
export async function turnOn(userId: number): Promise<DeviceState> {
  const permission = await Notification.requestPermission();
  if (permission === 'denied') return 'blocked';
  if (permission !== 'granted') return 'off';
  await navigator.serviceWorker.register(workerFile);
  const { pushManager } = await navigator.serviceWorker.ready;
  await register(await subscribe(pushManager));
  setOwner(userId);
  return 'on';
}

/** Subscribes with our key; replaces a subscription with another key (of an earlier database). */
async function subscribe(pushManager: PushManager): Promise<PushSubscription> {
  const { publicKey } = await call(getPushKey);
  const existing = await pushManager.getSubscription();
  if (existing && keyOf(existing) === publicKey) return existing;
  await existing?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '');
}

async function register(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  await call(subscribeDevice, { body: { endpoint: endpoint ?? '', keys: { p256dh, auth } } });
}

export async function turnOff(): Promise<void> {
  await call(unsubscribeDevice);
  await (await findSubscription())?.unsubscribe();
  setOwner(null);
}

/**
 * At every page load: the session may be new, and the browser may have changed its endpoint.
 */
export async function renewDevice(userId: number): Promise<void> {
  if (!isSupported() || (await readDevice(userId)) !== 'on') return;
  const registration = await navigator.serviceWorker.register(workerFile);
  await register(await subscribe(registration.pushManager));
}

export async function testDevice(): Promise<void> {
  await call(testPush);
}
