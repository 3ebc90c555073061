import { useEffect, useEffectEvent, useState } from 'react';

const signs = ['pointerdown', 'keydown', 'wheel'] as const;

/**
 * Calls `onIdle` once no one has touched the device for `seconds`, while `active`. Returns the seconds that are left.
 */
export function useIdle(seconds: number, active: boolean, onIdle: () => void): number {
  const [left, setLeft] = useState(seconds);
  const act = useEffectEvent(onIdle);
  useEffect(() => {
    if (!active) return;
    let touchedAt = Date.now();
    const look = () => {
      const now = Math.ceil(seconds - (Date.now() - touchedAt) / 1_000);
      setLeft(now);
      if (now <= 0) act();
    };
    const touch = () => {
      touchedAt = Date.now();
      setLeft(seconds);
    };
    touch();
    const timer = setInterval(look, 500);
    for (const sign of signs) window.addEventListener(sign, touch, { passive: true });
    return () => {
      clearInterval(timer);
      for (const sign of signs) window.removeEventListener(sign, touch);
    };
  }, [active, seconds]);
  return left;
}
