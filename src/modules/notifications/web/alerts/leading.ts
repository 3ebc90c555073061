/** Only one tab of a browser plays sounds and shows toasts: the last one focused. */
const lockName = 'forecourt:alert-leader';
/** By then the other tabs know what the previous leader has shown. */
const settlingMs = 300;

let leading = false;
let release = () => {};
let onLeading = () => {};
let waiting = new AbortController();

export function isLeading(): boolean {
  // Without locks (old browsers, pages without https) every visible tab leads.
  return navigator.locks ? leading : document.visibilityState === 'visible';
}

/**
 * Joins the election of the leading tab; `onLead` is called shortly after each time this tab becomes it.
 * Returns a function to leave.
 */
export function joinElection(onLead: () => void): () => void {
  if (!navigator.locks) return () => {};
  onLeading = onLead;
  queue();
  if (document.hasFocus()) stealLead();
  window.addEventListener('focus', stealLead);
  return () => {
    window.removeEventListener('focus', stealLead);
    waiting.abort();
    release();
  };
}

function queue(): void {
  waiting = new AbortController();
  request({ signal: waiting.signal });
}

function stealLead(): void {
  if (leading) return;
  waiting.abort();
  request({ steal: true });
}

function request(options: LockOptions): void {
  navigator.locks
    .request(lockName, options, () => {
      leading = true;
      setTimeout(() => leading && onLeading(), settlingMs);
      return new Promise<void>((resolve) => {
        release = resolve;
      });
    })
    .then(
      () => {
        leading = false;
      },
      () => {
        // Stolen by another tab; or aborted in favor of a later request.
        if (options.signal?.aborted) return;
        leading = false;
        queue();
      },
    );
}
