import { useEffect } from 'react';
import { firstScreen } from '../../../../platform/web/ui/lazy/firstScreen.ts';

const afterLoadMs = 1000;

/**
 * Preloads what is likely to be used next once the first screen is shown, so that it opens at once. A failed load
 * is repeated when it is opened.
 */
export function useStartupTask(load: () => Promise<unknown>): void {
  useEffect(() => {
    const start = () => void firstScreen.then(load).catch(console.warn);
    const timer = setTimeout(start, afterLoadMs);
    return () => clearTimeout(timer);
  }, [load]);
}
