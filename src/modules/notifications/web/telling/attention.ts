import { ready } from '../../../../platform/contract/socket.ts';
import type { Connection } from '../../../../platform/web/realtime/connection.ts';
import { attention } from '../../contract.ts';

/** Whoever has touched nothing for so long has left the desk, whatever window is in front. */
const awayMs = 3 * 60_000;
const lookEveryMs = 30_000;
const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

/** Tells the server whether the person looks at this tab, until the answer is called. */
export function reportAttention(connection: Connection): () => void {
  let touchedAt = Date.now();
  let told: boolean | undefined;
  const away = new AbortController();
  const { signal } = away;

  function report(): void {
    const focused = document.hasFocus() && Date.now() - touchedAt < awayMs;
    if (focused === told || connection.state() !== 'connected') return;
    told = focused;
    connection.send(attention, { focused });
  }
  function touch(): void {
    touchedAt = Date.now();
    if (told === false) report();
  }

  for (const type of touches) window.addEventListener(type, touch, { passive: true, signal });
  window.addEventListener('focus', touch, { signal });
  window.addEventListener('focus', report, { signal });
  window.addEventListener('blur', report, { signal });
  document.addEventListener('visibilitychange', report, { signal });
  const timer = setInterval(report, lookEveryMs);
  const stop = connection.on(ready, () => {
    // Another line: the server knows nothing of what was said on the last one.
    told = undefined;
    report();
  });
  report();
  return () => {
    away.abort();
    clearInterval(timer);
    stop();
  };
}
