import type { ReactNode } from 'react';
import { createStore } from '../../state/createStore.ts';

export interface TipPlace {
  id: string;
  label: ReactNode;
  side: 'top' | 'right' | 'bottom' | 'left';
  anchor: Element;
  /** A tooltip with only a name is transparent to the pointer. */
  isHoverable: boolean;
}

const openDelayMs = 700;
/** Within this time after the last tooltip, the next one shows without delay. */
const skipDelayMs = 300;
/** Time for the pointer to move onto the tooltip itself, which must stay readable. */
const graceMs = 120;

const shown = createStore<TipPlace | null>(null);
let offered: string | undefined;
let closedAt = Number.NEGATIVE_INFINITY;
let opening: ReturnType<typeof setTimeout> | undefined;
let closing: ReturnType<typeof setTimeout> | undefined;

/** The pointer entered an element: its tooltip shows after the delay. */
export function offerTip(tip: TipPlace): void {
  clearTimeout(closing);
  clearTimeout(opening);
  offered = tip.id;
  if (shown.get() || performance.now() - closedAt < skipDelayMs) showTip(tip);
  else opening = setTimeout(() => showTip(tip), openDelayMs);
}

export function showTip(tip: TipPlace): void {
  clearTimeout(opening);
  clearTimeout(closing);
  shown.set(tip);
}

/** The pointer left: the tooltip hides, unless the pointer moved onto it. */
export function hideTip(id: string): void {
  if (offered === id) clearTimeout(opening);
  if (shown.get()?.id !== id) return;
  clearTimeout(closing);
  closing = setTimeout(() => forgetTip(id), graceMs);
}

export function keepTip(): void {
  clearTimeout(closing);
}

/** Immediately: a click, a blur, Escape, or the element is gone. */
export function forgetTip(id: string): void {
  if (offered === id) clearTimeout(opening);
  if (shown.get()?.id !== id) return;
  closedAt = performance.now();
  shown.set(null);
}

export const shownTip = shown.get;
export const watchTip = shown.watch;
