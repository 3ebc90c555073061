import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
  // The first screen is announced once per page.
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
});

async function openPage(...parts: Promise<unknown>[]) {
  const { addToFirstScreen, watchFirstScreen } = await import('../firstScreen.ts');
  const { lazyPart } = await import('../lazyPart.tsx');
  const client = new QueryClient();
  const answered = Promise.withResolvers<string>();
  void client.prefetchQuery({ queryKey: ['figures'], queryFn: () => answered.promise });
  const fetchPart = vi.fn(async () => ({ default: () => null }));
  const late = lazyPart(fetchPart, { place: 'panel', isLate: true });
  void late.load();
  for (const part of parts) addToFirstScreen(part);
  watchFirstScreen(client);
  return { answered, fetchPart, lazyPart };
}

describe('a part that can wait', () => {
  test('is fetched once the calls of the first screen are answered', async () => {
    const { answered, fetchPart } = await openPage();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(fetchPart).not.toHaveBeenCalled();
    answered.resolve('figures');
    await vi.advanceTimersByTimeAsync(200);
    expect(fetchPart).toHaveBeenCalledOnce();
  });

  test('is fetched once another part of the first screen is here, whether or not it failed', async () => {
    for (const settle of ['resolve', 'reject'] as const) {
      vi.resetModules();
      const part = Promise.withResolvers<void>();
      const { answered, fetchPart } = await openPage(part.promise);
      answered.resolve('figures');
      await vi.advanceTimersByTimeAsync(2_000);
      expect(fetchPart).not.toHaveBeenCalled();
      part[settle]();
      await vi.advanceTimersByTimeAsync(300);
      expect(fetchPart).toHaveBeenCalledOnce();
    }
  });

  test('does not wait for ever for an answer', async () => {
    const { fetchPart } = await openPage();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(fetchPart).toHaveBeenCalledOnce();
  });

  test('holds up no other part', async () => {
    const { lazyPart } = await openPage();
    const fetchPart = vi.fn(async () => ({ default: () => null }));
    await lazyPart(fetchPart, { place: 'panel' }).load();
    expect(fetchPart).toHaveBeenCalledOnce();
  });
});
