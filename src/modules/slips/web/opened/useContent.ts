import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { openSlip, shownForSeconds } from '../../contract.ts';

type Shown =
  | { phase: 'opening' }
  | { phase: 'open'; content: string; hiddenAt: number }
  | { phase: 'refused'; reason: string };

/**
 * Opens a slip once. The content stays in this component's state, never in the query cache, and is dropped
 * with it; `onExpired` is called when the time is up.
 */
export function useContent(slipId: string, onExpired: () => void) {
  const [shown, setShown] = useState<Shown>({ phase: 'opening' });
  const [left, setLeft] = useState(shownForSeconds);
  const requested = useRef(false);
  useEffect(() => {
    // Each call is an opening: an effect that runs twice must not count twice.
    if (requested.current) return;
    requested.current = true;
    call(openSlip, { params: { slipId } }).then(
      ({ content }) => {
        setShown({ phase: 'open', content, hiddenAt: Date.now() + shownForSeconds * 1_000 });
      },
      (error) => {
        const reason = sentenceOf(error, 'Couldn’t open slip. Try again.');
        setShown({ phase: 'refused', reason });
      },
    );
  }, [slipId]);

  const onExpiredRef = useRef(onExpired);
  onExpiredRef.current = onExpired;
  const hiddenAt = shown.phase === 'open' ? shown.hiddenAt : null;
  useEffect(() => {
    if (hiddenAt === null) return;
    const timer = setInterval(() => {
      // By the clock, not a count of ticks: timers of background tabs are throttled.
      const seconds = Math.ceil((hiddenAt - Date.now()) / 1_000);
      if (seconds <= 0) onExpiredRef.current();
      else setLeft(seconds);
    }, 250);
    return () => clearInterval(timer);
  }, [hiddenAt]);
  return { shown, left };
}
