import { useEffect, useState } from 'react';
import { serverNow } from './serverTime.ts';

/** The server's time, updated every second. */
export function useNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const current = serverNow();
      setNow(current);
      timer = setTimeout(tick, 1_000 - (current % 1_000));
    };
    tick();
    return () => clearTimeout(timer);
  }, []);
  return now;
}
