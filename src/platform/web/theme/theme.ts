import { useSyncExternalStore } from 'react';
import { chosenTheme, schemes } from '../../contract/cookies.ts';
import { setCookie } from '../state/cookie.ts';

export const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'high-contrast', label: 'High contrast' },
  { value: 'blue', label: 'Blue' },
  { value: 'amber', label: 'Amber' },
  { value: 'auto', label: 'Auto' },
] as const;

export type Theme = (typeof themes)[number]['value'];

const changed = 'forecourt:theme';

/** Where none was chosen. */
let unchosen: Theme = 'light';

/** The theme chosen in this browser; light by default. */
export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(chosenTheme);
    return themes.find((theme) => theme.value === stored)?.value ?? unchosen;
  } catch {
    // Storage can be blocked; the choice then lasts as long as the page.
    return current() ?? 'light';
  }
}

/** Sets the theme of this browser and applies it at once, here and in its other tabs. */
export function applyTheme(theme: Theme): void {
  paint(theme);
  share(theme);
  try {
    localStorage.setItem(chosenTheme, theme);
  } catch {
    // See readTheme.
  }
  window.dispatchEvent(new Event(changed));
}

/** So that the server draws the page in it. */
const share = (theme: Theme) => setCookie(chosenTheme, theme === 'light' ? null : theme);

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(watch, readTheme, unknownTheme), applyTheme];
}

/**
 * For a page whose device belongs to no one: it follows the system where no theme was chosen in this browser. Returns
 * how to stop.
 */
export function followSystem(): () => void {
  const change = (theme: Theme) => {
    unchosen = theme;
    paint(readTheme());
  };
  change('auto');
  return () => change('light');
}

export type Scheme = 'light' | 'dark' | 'high-contrast';

/** How dark the chosen theme is now, for what cannot read its colors. */
export function useScheme(): Scheme {
  return useSyncExternalStore(watchScheme, readScheme, unknownTheme);
}

/** The server knows no theme: what it draws must look right in any, through styles alone. */
const unknownTheme = () => 'light' as const;

function readScheme(): Scheme {
  const theme = readTheme();
  return theme === 'high-contrast' ? theme : schemeOf(theme);
}

function schemeOf(theme: Theme): 'light' | 'dark' {
  if (theme !== 'auto') return schemes[theme];
  return systemDark().matches ? 'dark' : 'light';
}

function watchScheme(notify: () => void): () => void {
  const stop = watch(notify);
  // Every call makes another object, each with listeners of its own.
  const system = systemDark();
  system.addEventListener('change', notify);
  return () => {
    stop();
    system.removeEventListener('change', notify);
  };
}

function watch(notify: () => void): () => void {
  const signals = ['storage', changed] as const;
  for (const signal of signals) window.addEventListener(signal, notify);
  return () => {
    for (const signal of signals) window.removeEventListener(signal, notify);
  };
}

const systemDark = () => window.matchMedia('(prefers-color-scheme: dark)');

function paint(theme: Theme): void {
  const root = document.documentElement;
  const scheme = schemeOf(theme);
  if (root.dataset.theme !== theme || root.dataset.scheme !== scheme) {
    root.dataset.theme = theme;
    root.dataset.scheme = scheme;
    withoutTransitions(root);
  }
  const bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (bar) bar.content = getComputedStyle(root).getPropertyValue('--sunken').trim();
}

function withoutTransitions(root: HTMLElement): void {
  root.dataset.repainting = '';
  const end = () => root.removeAttribute('data-repainting');
  // The first callback runs before the new colors are drawn, the second after.
  requestAnimationFrame(() => requestAnimationFrame(end));
}

function current(): Theme | undefined {
  const shown = document.documentElement.dataset.theme;
  return themes.find((theme) => theme.value === shown)?.value;
}

if (typeof window !== 'undefined') {
  const repaint = () => paint(readTheme());
  // The system switches to dark at dusk, or another tab of this browser selects another theme.
  systemDark().addEventListener('change', repaint);
  window.addEventListener('storage', ({ key }) => {
    // Null: all of the storage was cleared.
    if (key === chosenTheme || key === null) repaint();
  });
  repaint();
  share(readTheme());
}
