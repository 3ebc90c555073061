import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { Notification } from '../contract.ts';

const playMock = vi.fn((): Promise<void> => Promise.reject(new Error('not before a user gesture')));
let visibilityState = 'visible';
/** Events sent to the page, and paths navigated to. */
let dispatched: CustomEvent[] = [];
let visited: string[] = [];

/** The other tabs of the browser: messages sent to them and received from them. */
class OtherTabs extends EventTarget {
  static received: unknown[] = [];
  static send: (id: string) => void;
  constructor() {
    super();
    OtherTabs.send = (id) => this.dispatchEvent(new MessageEvent('message', { data: id }));
  }
  postMessage(id: string) {
    OtherTabs.received.push(id);
  }
}

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 12) });
  playMock.mockClear();
  OtherTabs.received = [];
  visibilityState = 'visible';
  class Sound {
    currentTime = 0;
    play = playMock;
  }
  vi.stubGlobal('Audio', Sound);
  vi.stubGlobal('BroadcastChannel', OtherTabs);
  vi.stubGlobal('navigator', {});
  dispatched = [];
  visited = [];
  const push = (_: unknown, __: string, to: string) => void visited.push(to);
  vi.stubGlobal('history', { pushState: push, replaceState: push });
  vi.stubGlobal('dispatchEvent', () => true);
  vi.stubGlobal('window', {
    location: { origin: 'https://forecourt.example', pathname: '/fleet' },
    dispatchEvent: (event: CustomEvent) => dispatched.push(event),
  });
  vi.stubGlobal('document', {
    get visibilityState() {
      return visibilityState;
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function load() {
  const alert = await import('../web/alerts/alert.ts');
  const ui = await import('../../../platform/web/ui/toast.ts');
  return { ...alert, toastShown: ui.currentToast };
}

const one = (fields: Partial<Notification> = {}): Notification => ({
  id: '1',
  timestamp: new Date().toISOString(),
  title: 'Ann Sales',
  message: 'm'.repeat(60),
  type: 'info',
  ...fields,
});

describe('a new notification', () => {
  test('plays a sound, and survives the browser refusing it', async () => {
    const { alertPerson } = await load();
    alertPerson(one());
    expect(playMock).toHaveBeenCalledTimes(1);
    await expect(playMock.mock.results[0]?.value).rejects.toThrow();
  });

  test('plays one sound for ten at once', async () => {
    const { alertPerson } = await load();
    for (let n = 0; n < 10; n++) alertPerson(one());
    expect(playMock).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1_001);
    alertPerson(one());
    expect(playMock).toHaveBeenCalledTimes(2);
  });

  test('opens its link from the toast, and a message without leaving the page', async () => {
    const { alertPerson, toastShown } = await load();
    alertPerson(one({ toast: true, actionUrl: '/?channel=dm-2-9&message=m-17' }));
    toastShown()?.open?.onClick();
    expect(dispatched.map(({ type, detail }) => [type, detail])).toEqual([
      ['chatNavigate', { channelId: 'dm-2-9', messageId: 'm-17' }],
    ]);
    expect(visited).toEqual([]);

    alertPerson(
      one({ toast: true, actionUrl: '/customers/leads?lead=4', actionLabel: 'Open lead' }),
    );
    expect(toastShown()?.open?.label).toBe('Open lead');
    toastShown()?.open?.onClick();
    expect(visited).toEqual(['/customers/leads?lead=4']);

    alertPerson(one({ toast: true, actionUrl: 'https://elsewhere.example/' }));
    expect(toastShown()?.open).toBeUndefined();
    alertPerson(one({ toast: true }));
    expect(toastShown()?.open).toBeUndefined();
  });

  test('is a toast for 5 s if it is an error or a warning, cut at 50 characters', async () => {
    const { alertPerson, toastShown } = await load();
    alertPerson(one());
    alertPerson(one({ type: 'success' }));
    expect(toastShown()).toBeNull();
    alertPerson(one({ type: 'warning' }));
    const cut = { description: `${'m'.repeat(50)}…`, durationMs: 5000 };
    expect(toastShown()).toMatchObject({ title: 'Ann Sales', variant: 'default', ...cut });
    alertPerson(one({ type: 'error', title: '', message: 'm'.repeat(50) }));
    const shortened = { description: 'm'.repeat(50), variant: 'destructive' };
    expect(toastShown()).toMatchObject({ title: 'Notification', ...shortened });
  });

  test('is marked urgent in its toast', async () => {
    const { alertPerson, toastShown } = await load();
    alertPerson(one({ toast: true, urgent: true }));
    expect(toastShown()).toMatchObject({ title: 'Urgent: Ann Sales' });
  });

  test('is outdated after 5 s by the server’s clock', async () => {
    const { alertPerson, noteServerTime } = await load();
    alertPerson(one({ timestamp: new Date(Date.now() - 5_001).toISOString() }));
    expect(playMock).not.toHaveBeenCalled();
    noteServerTime(new Date(Date.now() - 3_600_000).toISOString());
    alertPerson(one({ timestamp: new Date(Date.now() - 3_604_000).toISOString() }));
    expect(playMock).toHaveBeenCalledTimes(1);
  });

  test('is silent while suppressed, and in tabs that do not lead', async () => {
    const { alertPerson, suppressWhile, toastShown } = await load();
    const stop = suppressWhile(({ actionUrl }) => actionUrl === '/?channel=sales');
    alertPerson(one({ type: 'error', actionUrl: '/?channel=sales' }));
    expect([playMock.mock.calls.length, toastShown()]).toEqual([0, null]);
    stop();
    visibilityState = 'hidden';
    alertPerson(one({ type: 'error', actionUrl: '/?channel=sales' }));
    expect([playMock.mock.calls.length, toastShown()]).toEqual([0, null]);
    visibilityState = 'visible';
    alertPerson(one({ type: 'error', actionUrl: '/?channel=sales' }));
    expect([playMock.mock.calls.length, toastShown()?.title]).toEqual([1, 'Ann Sales']);
  });

  test('is shown by the next leading tab, if the leader was closed before', async () => {
    const { alertPerson, alertUnseen } = await load();
    visibilityState = 'hidden';
    alertPerson(one({ id: '1' }));
    alertPerson(one({ id: '2', type: 'error', title: 'Already shown' }));
    OtherTabs.send('2');
    visibilityState = 'visible';
    alertUnseen();
    expect(playMock).toHaveBeenCalledTimes(1);
    expect(OtherTabs.received).toEqual(['1']);
    alertUnseen();
    expect(OtherTabs.received).toEqual(['1']);
  });

  test('is not shown after 5 s, nor after signing out', async () => {
    const { alertPerson, alertUnseen, forgetUnseen } = await load();
    visibilityState = 'hidden';
    alertPerson(one());
    vi.advanceTimersByTime(5_001);
    alertUnseen();
    alertPerson(one());
    forgetUnseen();
    alertUnseen();
    expect(OtherTabs.received).toEqual([]);
  });
});
