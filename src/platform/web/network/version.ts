import { hasUnsavedWork } from '../ui/unsaved.ts';

const reloadedKey = 'forecourt-reloaded-for';

let newer: string | null = null;

/** The build this page was served with; empty where the development server made it. */
function ownBuild(): string {
  const build = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? '';
  return build.startsWith('__') ? '' : build;
}

/** Takes note of the build the server runs now: as the socket's greeting, or a page just served, says. */
export function noteServerBuild(build: string | undefined): void {
  const own = ownBuild();
  if (build && own) newer = build === own ? null : build;
}

/** Whether the server has been updated since this page was served. */
export const isOutdated = (): boolean => newer !== null;

export type BuildComparison = 'same' | 'different' | 'unknown';

const answerWithinMs = 5_000;

/** Asks the server which build it runs; `unknown` where it cannot be reached. */
export async function compareBuilds(): Promise<BuildComparison> {
  try {
    const signal = AbortSignal.timeout(answerWithinMs);
    const answer = await fetch('/', {
      headers: { accept: 'text/html' },
      cache: 'no-store',
      signal,
    });
    const html = answer.ok ? await answer.text() : '';
    const build = /<meta name="build" content="([^"]+)"/.exec(html)?.[1];
    if (!build) return 'unknown';
    noteServerBuild(build);
  } catch {
    // Unreachable: whatever failed did so for that reason.
    return 'unknown';
  }
  return isOutdated() ? 'different' : 'same';
}

/**
 * Loads the page anew where the server has been updated, and answers whether it does. Never while something typed would
 * be lost, and once per build and tab: behind a balancer two builds may answer in turn for a while.
 */
export function reloadIfOutdated(): boolean {
  if (newer === null || hasUnsavedWork() || isTyping()) return false;
  try {
    if (sessionStorage.getItem(reloadedKey) === newer) return false;
    sessionStorage.setItem(reloadedKey, newer);
  } catch {
    // Without storage nothing keeps a reload from repeating itself.
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
