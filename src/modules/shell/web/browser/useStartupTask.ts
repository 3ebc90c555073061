import { useEffect } from 'react';

const afterLoadMs = 1000;

/**
 * Preloads what is likely to be used next once the first screen is shown, so that it opens at once. A failed load
 * is repeated when it is opened.
 */
export function useStartupTask(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => load().catch(console.warn), afterLoadMs);
    return () => clearTimeout(timer);
  }, [load]);
}
