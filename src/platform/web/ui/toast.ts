export interface ToastOptions {
  title: string;
  description?: string | undefined;
  variant?: 'default' | 'destructive' | undefined;
  /** How long it stays, unless somebody points at it; 5,000 ms when left out. */
  durationMs?: number | undefined;
  /** What can be done about it, such as undoing. */
  action?: { label: string; onClick: () => void } | undefined;
  /** Where it leads, when its text is pressed; `label` is said to who cannot see that. */
  open?: { label: string; onClick: () => void } | undefined;
}

export interface ShownToast extends ToastOptions {
  id: number;
  isShown: boolean;
}

const removeAfterMs = 1_000_000;

let shown: ShownToast | null = null;
let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<() => void>();

/** Shows a toast in place of the one that shows now: there is one at a time. Answers its id. */
export function toast(options: ToastOptions): number {
  lastId += 1;
  clearTimeout(removal);
  show({ ...options, id: lastId, isShown: true });
  return lastId;
}

/** Closes the toast that shows, or only the one with this id. */
export function dismissToast(id?: number): void {
  if (!shown?.isShown || (id !== undefined && id !== shown.id)) return;
  show({ ...shown, isShown: false });
  clearTimeout(removal);
  removal = setTimeout(() => show(null), removeAfterMs);
}

export function currentToast(): ShownToast | null {
  return shown;
}

export function watchToast(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function show(next: ShownToast | null): void {
  shown = next;
  for (const watcher of watchers) watcher();
}
