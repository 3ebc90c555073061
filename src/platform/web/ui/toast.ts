import { createStore } from '../state/createStore.ts';

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

const shown = createStore<ShownToast | null>(null);
let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;

/** Shows a toast in place of the current one: there is one at a time. Returns its id. */
export function toast(options: ToastOptions): number {
  lastId += 1;
  clearTimeout(removal);
  shown.set({ ...options, id: lastId, isShown: true });
  return lastId;
}

/** Closes the current toast, or only the one with this id. */
export function dismissToast(id?: number): void {
  const current = shown.get();
  if (!current?.isShown || (id !== undefined && id !== current.id)) return;
  shown.set({ ...current, isShown: false });
  clearTimeout(removal);
  removal = setTimeout(() => shown.set(null), removeAfterMs);
}

export const currentToast = shown.get;
export const watchToast = shown.watch;
