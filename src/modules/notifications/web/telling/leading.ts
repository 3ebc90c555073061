/** Only one tab of a browser makes a sound or shows a toast: the one that was looked at last. */
const lockName = 'forecourt:telling';
/** What the last one to lead has told reaches the others by then. */
const settlingMs = 300;

let leading = false;
let release = () => {};
let whenLeading = () => {};
let waiting = new AbortController();

export function isLeading(): boolean {
  // Browsers without locks, and pages without encryption, have none: then every tab in sight leads.
  return navigator.locks ? leading : document.visibilityState === 'visible';
}

/** Takes part until the answer is called; `onLead` is called some time after each time this tab came to lead. */
export function takePart(onLead: () => void): () => void {
  if (!navigator.locks) return () => {};
  whenLeading = onLead;
  queue();
  if (document.hasFocus()) takeOver();
  window.addEventListener('focus', takeOver);
  return () => {
    window.removeEventListener('focus', takeOver);
    waiting.abort();
    release();
  };
}

function queue(): void {
  waiting = new AbortController();
  request({ signal: waiting.signal });
}

function takeOver(): void {
  if (leading) return;
  waiting.abort();
  request({ steal: true });
}

function request(options: LockOptions): void {
  navigator.locks
    .request(lockName, options, () => {
      leading = true;
      setTimeout(() => leading && whenLeading(), settlingMs);
      return new Promise<void>((resolve) => {
        release = resolve;
      });
    })
    .then(
      () => {
        leading = false;
      },
      () => {
        // Taken over by another tab; or no longer waiting, in favor of what was asked since.
        if (options.signal?.aborted) return;
        leading = false;
        queue();
      },
    );
}
