import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { openSlip, shownForSeconds } from '../../contract.ts';

type Shown =
  | { phase: 'opening' }
  | { phase: 'open'; content: string; hiddenAt: number }
  | { phase: 'refused'; reason: string };

/**
 * Opens a slip once. Its content lies in this component alone, never in the query cache, and goes with it;
 * `onOver` is called when its time is up.
 */
export function useContent(slipId: string, onOver: () => void) {
  const [shown, setShown] = useState<Shown>({ phase: 'opening' });
  const [left, setLeft] = useState(shownForSeconds);
  const asked = useRef(false);
  useEffect(() => {
    // Each call is an opening: one that draws twice must not count twice.
    if (asked.current) return;
    asked.current = true;
    call(openSlip, { params: { slipId } }).then(
      ({ content }) => {
        setShown({ phase: 'open', content, hiddenAt: Date.now() + shownForSeconds * 1_000 });
      },
      (error) => {
        const reason = sentenceOf(error, 'The slip could not be opened. Please try again.');
        setShown({ phase: 'refused', reason });
      },
    );
  }, [slipId]);

  const over = useRef(onOver);
  over.current = onOver;
  const hiddenAt = shown.phase === 'open' ? shown.hiddenAt : null;
  useEffect(() => {
    if (hiddenAt === null) return;
    const timer = setInterval(() => {
      // The clock, not a count of ticks: a tab in the background is seldom called.
      const seconds = Math.ceil((hiddenAt - Date.now()) / 1_000);
      if (seconds <= 0) over.current();
      else setLeft(seconds);
    }, 250);
    return () => clearInterval(timer);
  }, [hiddenAt]);
  return { shown, left };
}
