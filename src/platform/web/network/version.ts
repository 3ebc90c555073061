import { hasUnsavedWork } from '../state/unsaved.ts';

const reloadedKey = 'forecourt-reloaded-for';

let newer: string | null = null;

/** The build this page was served with; empty with the development server. */
function ownBuild(): string {
  const build = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? '';
  return build.startsWith('__') ? '' : build;
}

/** Records the build the server runs now, from the socket greeting or a page just served. */
export function noteServerBuild(build: string | undefined): void {
  const own = ownBuild();
  if (build && own) newer = build === own ? null : build;
}

/** Whether the server has been updated since this page was served. */
export const isOutdated = (): boolean => newer !== null;

export type BuildComparison = 'same' | 'different' | 'unknown';

const answerWithinMs = 5_000;

/** Asks the server which build it runs; `unknown` if unreachable. */
export async function compareBuilds(): Promise<BuildComparison> {
  try {
    const signal = AbortSignal.timeout(answerWithinMs);
    const response = await fetch('/', {
      headers: { accept: 'text/html' },
      cache: 'no-store',
      signal,
    });
    const html = response.ok ? await response.text() : '';
    const build = /<meta name="build" content="([^"]+)"/.exec(html)?.[1];
    if (!build) return 'unknown';
    noteServerBuild(build);
  } catch {
    // Unreachable: that is why the load failed.
    return 'unknown';
  }
  return isOutdated() ? 'different' : 'same';
}

/**
 * Reloads the page if the server has been updated, and returns whether it does. Never while unsaved input would be
 * lost, and once per build and tab: behind a load balancer two builds may respond in turn for a while.
 */
export function reloadIfOutdated(): boolean {
  if (newer === null || hasUnsavedWork() || isTyping()) return false;
  try {
    if (sessionStorage.getItem(reloadedKey) === newer) return false;
    sessionStorage.setItem(reloadedKey, newer);
  } catch {
    // Without storage nothing would prevent a reload loop.
    return false;
  }
  window.location.reload();
  return true;
}

function isTyping(): boolean {
  const at = document.activeElement;
  if (at instanceof HTMLTextAreaElement) return at.value !== '';
  if (at instanceof HTMLInputElement)
    return at.value !== '' && /^(text|search|email|tel|url|number|password)$/.test(at.type);
  return at instanceof HTMLElement && at.isContentEditable;
}
