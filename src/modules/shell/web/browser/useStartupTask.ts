import { useEffect } from 'react';

const afterLoadMs = 1000;

/**
 * Fetches what is likely to be wanted next once the first screen stands, so that opening it waits
 * for nothing. What fails here is asked for again when it is opened.
 */
export function useStartupTask(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => load().catch(console.warn), afterLoadMs);
    return () => clearTimeout(timer);
  }, [load]);
}
