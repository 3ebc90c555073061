import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { Notification } from '../contract.ts';

const played = vi.fn((): Promise<void> => Promise.reject(new Error('not before a touch')));
let visibilityState = 'visible';
/** What the page was asked for, and where it went. */
let dispatched: CustomEvent[] = [];
let visited: string[] = [];

/** The other tabs of the browser: what they are told, and what they say. */
class OtherTabs extends EventTarget {
  static said: unknown[] = [];
  static tell: (id: string) => void;
  constructor() {
    super();
    OtherTabs.tell = (id) => this.dispatchEvent(new MessageEvent('message', { data: id }));
  }
  postMessage(id: string) {
    OtherTabs.said.push(id);
  }
}

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 12) });
  played.mockClear();
  OtherTabs.said = [];
  visibilityState = 'visible';
  class Sound {
    currentTime = 0;
    play = played;
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
  const telling = await import('../web/telling/alert.ts');
  const ui = await import('../../../platform/web/ui/toast.ts');
  return { ...telling, toastShown: ui.currentToast };
}

const one = (given: Partial<Notification> = {}): Notification => ({
  id: '1',
  timestamp: new Date().toISOString(),
  title: 'Ann Sales',
  message: 'm'.repeat(60),
  type: 'info',
  ...given,
});

describe('a notification that has just come', () => {
  test('makes a sound, also where the browser refuses one', async () => {
    const { alertPerson } = await load();
    alertPerson(one());
    expect(played).toHaveBeenCalledTimes(1);
    await expect(played.mock.results[0]?.value).rejects.toThrow();
  });

  test('makes one sound with nine others', async () => {
    const { alertPerson } = await load();
    for (let n = 0; n < 10; n++) alertPerson(one());
    expect(played).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1_001);
    alertPerson(one());
    expect(played).toHaveBeenCalledTimes(2);
  });

  test('opens where it leads from its toast, a message without leaving the page', async () => {
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
    const whole = { description: 'm'.repeat(50), variant: 'destructive' };
    expect(toastShown()).toMatchObject({ title: 'Notification', ...whole });
  });

  test('says in its toast that it is urgent', async () => {
    const { alertPerson, toastShown } = await load();
    alertPerson(one({ toast: true, urgent: true }));
    expect(toastShown()).toMatchObject({ title: 'Urgent: Ann Sales' });
  });

  test('is no news after 5 s by the clock of the server', async () => {
    const { alertPerson, noteServerTime } = await load();
    alertPerson(one({ timestamp: new Date(Date.now() - 5_001).toISOString() }));
    expect(played).not.toHaveBeenCalled();
    noteServerTime(new Date(Date.now() - 3_600_000).toISOString());
    alertPerson(one({ timestamp: new Date(Date.now() - 3_604_000).toISOString() }));
    expect(played).toHaveBeenCalledTimes(1);
  });

  test('is quiet while somebody wants it to be, and where this tab does not lead', async () => {
    const { alertPerson, suppressWhile, toastShown } = await load();
    const stop = suppressWhile(({ actionUrl }) => actionUrl === '/?channel=sales');
    alertPerson(one({ type: 'error', actionUrl: '/?channel=sales' }));
    expect([played.mock.calls.length, toastShown()]).toEqual([0, null]);
    stop();
    visibilityState = 'hidden';
    alertPerson(one({ type: 'error', actionUrl: '/?channel=sales' }));
    expect([played.mock.calls.length, toastShown()]).toEqual([0, null]);
    visibilityState = 'visible';
    alertPerson(one({ type: 'error', actionUrl: '/?channel=sales' }));
    expect([played.mock.calls.length, toastShown()?.title]).toEqual([1, 'Ann Sales']);
  });

  test('is told by the next to lead, if the one that led was closed before it did', async () => {
    const { alertPerson, alertUnseen } = await load();
    visibilityState = 'hidden';
    alertPerson(one({ id: '1' }));
    alertPerson(one({ id: '2', type: 'error', title: 'Told already' }));
    OtherTabs.tell('2');
    visibilityState = 'visible';
    alertUnseen();
    expect(played).toHaveBeenCalledTimes(1);
    expect(OtherTabs.said).toEqual(['1']);
    alertUnseen();
    expect(OtherTabs.said).toEqual(['1']);
  });

  test('is told by nobody later than 5 s, nor after the person has gone', async () => {
    const { alertPerson, alertUnseen, forgetUnseen } = await load();
    visibilityState = 'hidden';
    alertPerson(one());
    vi.advanceTimersByTime(5_001);
    alertUnseen();
    alertPerson(one());
    forgetUnseen();
    alertUnseen();
    expect(OtherTabs.said).toEqual([]);
  });
});
