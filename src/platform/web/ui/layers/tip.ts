import type { ReactNode } from 'react';

export interface TipPlace {
  id: string;
  label: ReactNode;
  side: 'top' | 'right' | 'bottom' | 'left';
  anchor: Element;
  /** A mere name stands in the way of nothing: one points through it. */
  isHoverable: boolean;
}

const openDelayMs = 700;
/** Within this time of the last tooltip the next one comes without delay. */
const skipDelayMs = 300;
/** Time for the pointer to cross the gap onto the tooltip itself, which must stay readable under it. */
const graceMs = 120;

let shown: TipPlace | null = null;
let offered: string | undefined;
let closedAt = Number.NEGATIVE_INFINITY;
let opening: ReturnType<typeof setTimeout> | undefined;
let closing: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<() => void>();

/** The pointer rests on something: its tooltip comes after the delay. */
export function offerTip(tip: TipPlace): void {
  clearTimeout(closing);
  clearTimeout(opening);
  offered = tip.id;
  if (shown || performance.now() - closedAt < skipDelayMs) showTip(tip);
  else opening = setTimeout(() => showTip(tip), openDelayMs);
}

export function showTip(tip: TipPlace): void {
  clearTimeout(opening);
  clearTimeout(closing);
  set(tip);
}

/** The pointer left: the tooltip goes, unless the pointer went onto it. */
export function hideTip(id: string): void {
  if (offered === id) clearTimeout(opening);
  if (shown?.id !== id) return;
  clearTimeout(closing);
  closing = setTimeout(() => forgetTip(id), graceMs);
}

export function keepTip(): void {
  clearTimeout(closing);
}

/** At once: a click, a blur, Escape, or the element itself is gone. */
export function forgetTip(id: string): void {
  if (offered === id) clearTimeout(opening);
  if (shown?.id !== id) return;
  closedAt = performance.now();
  set(null);
}

export function shownTip(): TipPlace | null {
  return shown;
}

export function watchTip(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function set(tip: TipPlace | null): void {
  shown = tip;
  for (const watcher of watchers) watcher();
}
