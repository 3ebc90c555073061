export interface ToastOptions {
  title: string;
  description?: string | undefined;
  variant?: 'default' | 'destructive' | undefined;
  /** How long it stays, unless hovered; 5,000 ms by default. */
  durationMs?: number | undefined;
  /** An action, such as undo. */
  action?: { label: string; onClick: () => void } | undefined;
  /** Link target of the text; `label` is read out by screen readers. */
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

/** Shows a toast in place of the current one: there is one at a time. Returns its id. */
export function toast(options: ToastOptions): number {
  lastId += 1;
  clearTimeout(removal);
  show({ ...options, id: lastId, isShown: true });
  return lastId;
}

/** Closes the current toast, or only the one with this id. */
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
