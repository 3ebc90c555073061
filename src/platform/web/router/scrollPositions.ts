import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocationProperty } from 'wouter/use-browser-location';

/** Where a page was left. */
interface Position {
  top: number;
  /** Selects the link or row that had the focus. */
  focused: string | undefined;
}

/** An entry of the browser's history. */
interface Entry {
  id: string;
  path: string;
  search: string;
}

/** Members of the state of a history entry. */
const idKey = 'forecourtEntry';
const fromKey = 'forecourtReturnsTo';
/** Where the tab keeps the positions while it loads the page again. */
const storageKey = 'forecourt-scroll-positions';

/** How long the content may take to become as high as it was. */
const settleMs = 3_000;
const userInputEvents = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

const positions = new Map<string, Position>();
/** The entry in which each path showed its list last. */
const lists = new Map<string, Entry>();
let current: Entry = { id: '', path: '', search: '' };
/** Where the page that is shown was left; undefined if it was not returned to. */
let returnedTo: Position | undefined;
let returnCount = 0;
/** How many parts of the page are pages of their own, such as a record of a list. */
let partCount = 0;
let lastId = 0;
/** Until then the page is as it was loaded. */
let hasMoved = false;
let stopSettling: (() => void) | undefined;

const contentOf = () => document.getElementById('content');
/** Also after a reload, which keeps the history. */
function newId(): string {
  lastId += 1;
  return `${performance.timeOrigin}.${lastId}`;
}

function entryNow(id: string): Entry {
  const { pathname, search } = window.location;
  return { id, path: pathname, search };
}

function stateOf(key: string): string | undefined {
  const value: unknown = window.history.state?.[key];
  return typeof value === 'string' ? value : undefined;
}

/**
 * Starts to remember where pages are left; the browser itself only does so for the whole document. Before the router's
 * first listener: after that, other content is shown.
 */
export function watchScrollPositions(): void {
  const known = stateOf(idKey);
  current = entryNow(known ?? newId());
  keepId();
  restore();
  if (known && !window.location.hash) returnedTo = positions.get(known);
  window.addEventListener('pagehide', store);
  window.addEventListener('popstate', () => {
    const id = stateOf(idKey);
    moveTo(entryNow(id ?? newId()), id);
  });
  window.addEventListener('pushState', () => moveTo(entryNow(newId()), stateOf(fromKey)));
  window.addEventListener('replaceState', () => {
    current = entryNow(current.id);
    keepId();
  });
}

function store(): void {
  const tops = [...positions].map(([id, { top }]) => [id, top]);
  const shown = [current.id, contentOf()?.scrollTop ?? 0];
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...tops, shown]));
  } catch {
    // Blocked or full: the page then starts at its top.
  }
}

function restore(): void {
  try {
    const stored: [string, number][] = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    sessionStorage.removeItem(storageKey);
    for (const [id, top] of stored) positions.set(id, { top, focused: undefined });
  } catch {
    // Blocked, or kept by another version of the site.
  }
}

function moveTo(next: Entry, from: string | undefined): void {
  const content = contentOf();
  if (content) positions.set(current.id, { top: content.scrollTop, focused: focusedIn(content) });
  if (partCount === 0) lists.set(current.path, current);
  // Within one address an entry is only a step, such as the chat that covers the page of a phone. One with a hash
  // names its own place.
  if (next.path !== current.path || next.search !== current.search) {
    returnedTo = from === undefined || window.location.hash ? undefined : positions.get(from);
    if (returnedTo) returnCount += 1;
  }
  current = next;
  hasMoved = true;
  keepId();
}

/** Not by the function that the router has wrapped: nothing changes for it. */
function keepId(): void {
  const { [fromKey]: _, ...state } = { ...window.history.state };
  if (state[idKey] === current.id) return;
  History.prototype.replaceState.call(window.history, { ...state, [idKey]: current.id }, '');
}

function focusedIn(content: HTMLElement): string | undefined {
  const focused = document.activeElement?.closest('a[href], [data-row]');
  if (!focused || !content.contains(focused)) return undefined;
  const attribute = focused.matches('a') ? 'href' : 'data-row';
  return `[${attribute}="${CSS.escape(focused.getAttribute(attribute) ?? '')}"]`;
}

/** A link to a list returns to it as it was left: with its filters, at its row. */
export function listLink(href: string): { href: string; state?: object } {
  const [path = '', query] = href.split('?');
  const list = lists.get(path);
  const search = new URLSearchParams(list?.search);
  const isThat = [...new URLSearchParams(query)].every(
    ([name, value]) => search.get(name) === value,
  );
  if (!list || !isThat) return { href };
  return { href: `${path}${list.search}`, state: { [fromKey]: list.id } };
}

/** Scrolls the page to where it was left if it was returned to, otherwise to its top. */
function goToPosition(): void {
  stopSettling?.();
  const content = contentOf();
  if (!content || !(hasMoved || returnedTo)) return;
  if (returnedTo) stopSettling = settleAt(content, returnedTo);
  else content.scrollTo(0, 0);
  if (hasMoved && document.activeElement === document.body) content.focus({ preventScroll: true });
}

/** Tries again as content arrives, until the user does something. Returns how to stop. */
function settleAt(content: HTMLElement, { top, focused }: Position): () => void {
  const observer = new MutationObserver(settle);
  const timer = setTimeout(stop, settleMs);
  function stop(): void {
    observer.disconnect();
    clearTimeout(timer);
    for (const event of userInputEvents) window.removeEventListener(event, stop);
  }
  function settle(): void {
    content.scrollTo(0, top);
    const isFree = [document.body, content].includes(document.activeElement as HTMLElement);
    const target = focused && isFree ? content.querySelector<HTMLElement>(focused) : null;
    target?.focus({ preventScroll: true });
    if (content.scrollTop >= top - 1 && (target || !focused || !isFree)) stop();
  }
  for (const event of userInputEvents) window.addEventListener(event, stop, { passive: true });
  observer.observe(content, { childList: true, subtree: true });
  settle();
  return stop;
}

const countReturns = () => returnCount;
const noReturns = () => 0;

/**
 * For the layout: a new page starts at its top and receives the focus, one that is returned to or loaded again is as it
 * was left.
 */
export function useScrollPosition(path: string): void {
  const returned = useLocationProperty(countReturns, noReturns);
  const shown = useRef({ path, returned });
  const focusedFor = useRef(path);
  useLayoutEffect(() => {
    if (!hasMoved) goToPosition();
  }, []);
  useLayoutEffect(() => {
    if (shown.current.path === path && shown.current.returned === returned) return;
    shown.current = { path, returned };
    goToPosition();
  }, [path, returned]);
  // After what the page itself does with the focus when it is shown.
  useEffect(() => {
    if (focusedFor.current === path) return;
    focusedFor.current = path;
    const content = contentOf();
    if (returnedTo && content?.contains(document.activeElement)) return;
    content?.focus({ preventScroll: true });
  }, [path]);
}

/**
 * For a part that is a page of its own under the path of another, such as a record of a list: it starts at its top, and
 * so does the list after it. With cached data either is as high as the other at once, and would keep its position.
 */
export function useTopOfPage(): void {
  useLayoutEffect(() => {
    partCount += 1;
    goToPosition();
    return () => {
      partCount -= 1;
      if (!returnedTo) contentOf()?.scrollTo(0, 0);
    };
  }, []);
}
