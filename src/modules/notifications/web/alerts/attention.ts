import { ready } from '../../../../platform/contract/socket.ts';
import type { Connection } from '../../../../platform/web/realtime/connection.ts';
import { attention } from '../../contract.ts';

/** Without input for this long the person counts as away, even with the window in front. */
const idleMs = 3 * 60_000;
const checkEveryMs = 30_000;
const inputEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

/** Reports to the server whether the person is active in this tab; returns a function to stop. */
export function reportAttention(connection: Connection): () => void {
  let lastInputAt = Date.now();
  let reported: boolean | undefined;
  const listeners = new AbortController();
  const { signal } = listeners;

  function report(): void {
    const focused = document.hasFocus() && Date.now() - lastInputAt < idleMs;
    if (focused === reported || connection.state() !== 'connected') return;
    reported = focused;
    connection.send(attention, { focused });
  }
  function onInput(): void {
    lastInputAt = Date.now();
    if (reported === false) report();
  }

  for (const type of inputEvents) window.addEventListener(type, onInput, { passive: true, signal });
  window.addEventListener('focus', onInput, { signal });
  window.addEventListener('focus', report, { signal });
  window.addEventListener('blur', report, { signal });
  document.addEventListener('visibilitychange', report, { signal });
  const timer = setInterval(report, checkEveryMs);
  const stop = connection.on(ready, () => {
    // A new connection: the server knows nothing of earlier reports.
    reported = undefined;
    report();
  });
  report();
  return () => {
    listeners.abort();
    clearInterval(timer);
    stop();
  };
}
