import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../queryClient.ts';

const queryKey = ['api', 'bays'];
const responseMs = 10;
let stop: (() => void) | undefined;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  stop?.();
  vi.useRealTimers();
});

/** A server with bays: a response contains the state at the time of the request. */
function observeBays() {
  const client = createQueryClient();
  const server = { bays: 1, requests: 0 };
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: ({ signal }) => {
      const { bays } = server;
      server.requests += 1;
      return new Promise<number>((resolve, reject) => {
        setTimeout(() => resolve(bays), responseMs);
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    },
  });
  stop = observer.subscribe(() => {});
  return { client, server, shown: () => observer.getCurrentResult().data };
}

it.each([{}, { cancelRefetch: false }])(
  'refetches what changed during a first fetch, once for all changes: %j',
  async (options) => {
    const { client, server, shown } = observeBays();
    await vi.advanceTimersByTimeAsync(responseMs / 2);
    server.bays = 3;
    for (let change = 0; change < 3; change++)
      void client.invalidateQueries({ queryKey: ['api'] }, options);
    await vi.advanceTimersByTimeAsync(responseMs / 2);
    expect(shown()).toBe(1);
    await vi.advanceTimersByTimeAsync(responseMs);
    expect(shown()).toBe(3);
    await vi.advanceTimersByTimeAsync(10 * responseMs);
    expect(server.requests).toBe(2);
  },
);

it('cancels a later fetch during which something changed, and refetches', async () => {
  const { client, server, shown } = observeBays();
  await vi.advanceTimersByTimeAsync(responseMs);
  void client.invalidateQueries({ queryKey });
  await vi.advanceTimersByTimeAsync(responseMs / 2);
  server.bays = 2;
  void client.invalidateQueries({ queryKey });
  await vi.advanceTimersByTimeAsync(10 * responseMs);
  expect([shown(), server.requests]).toEqual([2, 3]);
});

it('lets a fetch finish that must not be canceled, and refetches afterwards', async () => {
  const { client, server, shown } = observeBays();
  await vi.advanceTimersByTimeAsync(responseMs);
  void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
  await vi.advanceTimersByTimeAsync(responseMs / 2);
  server.bays = 2;
  void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
  await vi.advanceTimersByTimeAsync(10 * responseMs);
  expect([shown(), server.requests]).toEqual([2, 3]);
});

it.each(['first', 'later'])('refetches what was written during a %s fetch', async (which) => {
  const { client, server, shown } = observeBays();
  if (which === 'later') {
    await vi.advanceTimersByTimeAsync(responseMs);
    void client.invalidateQueries({ queryKey });
  }
  await vi.advanceTimersByTimeAsync(responseMs / 2);
  server.bays = 2;
  // Like an event applied to the list it concerns.
  client.setQueryData<number>(queryKey, (bays) => bays && bays + 1);
  await vi.advanceTimersByTimeAsync(10 * responseMs);
  expect([shown(), server.requests]).toEqual([2, which === 'first' ? 2 : 3]);
});

it('fetches only once for a change without a fetch in flight', async () => {
  const { client, server } = observeBays();
  await vi.advanceTimersByTimeAsync(responseMs);
  await client.invalidateQueries({ queryKey: ['api', 'else'] });
  expect(server.requests).toBe(1);
  void client.invalidateQueries({ queryKey });
  await vi.advanceTimersByTimeAsync(10 * responseMs);
  expect(server.requests).toBe(2);
});
