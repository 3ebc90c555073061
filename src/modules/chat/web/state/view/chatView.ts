import { createWatchers } from '../../../../../platform/web/state/createStore.ts';
import { drawnOnServer } from '../../../../../platform/web/state/drawn.ts';
import { otherPersonIn } from '../directChannel.ts';
import { earlyChannel } from '../early.ts';

/** `directory`, `threads`, `starred`, or the id of a channel. */
export type View = string;

export interface ChatView {
  view: View;
  /** The direct message opened last; shown in the sidebar. */
  direct: { channelId: string; name: string } | null;
}

const storageKey = 'forecourt-chat-view';
const initialView: ChatView = { view: 'directory', direct: null };

let owner: number | null = null;
let current: ChatView = initialView;
let moved = false;
const watchers = createWatchers();

/** The current view, also while the chat is closed; kept across reloads. */
export function chatView(me: number): ChatView {
  if (owner === me) return current;
  // A view may have been opened before any part of the chat was on screen.
  const sent = owner === null && moved;
  owner = me;
  if (!sent) current = read(me) ?? initialView;
  // The page was opened for it: nothing else is shown before.
  const opened = earlyChannel();
  if (!sent && opened) current = { ...current, view: opened };
  if (current.direct && !isMine(current.direct.channelId)) current = { ...current, direct: null };
  // It could not be stored while the user was unknown.
  if (sent) write();
  return current;
}

let drawn = initialView;

/** The view of the request that the server draws; the same object for the same view, as React compares it. */
export function drawnView(): ChatView {
  const view = drawnOnServer().conversation ?? initialView.view;
  if (view !== drawn.view) drawn = { ...initialView, view };
  return drawn;
}

/** The current view. */
export const currentView = (): View => current.view;

/** The user of the last `chatView` call; null before the first. */
export const viewOwner = (): number | null => owner;

export const watchChatView = watchers.watch;

/** Opens a view; a direct message replaces the one in the sidebar. `name` is the other person's name. */
export function openView(view: View, name = ''): void {
  const isDirect = view.startsWith('dm-') && isMine(view);
  const known = current.direct?.channelId === view ? current.direct.name : '';
  const direct = isDirect ? { channelId: view, name: name || known } : current.direct;
  current = { view, direct };
  moved = true;
  write();
  watchers.notify();
}

/** Excludes other people's direct messages, e.g. from a shared link. */
function isMine(directId: View): boolean {
  return owner === null || otherPersonIn(directId, owner) !== null;
}

/** Whether the user has navigated since page load. */
export function hasMoved(): boolean {
  return moved;
}

function read(me: number): ChatView | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    return stored?.me === me ? { view: stored.view, direct: stored.direct } : null;
  } catch {
    // Storage is blocked or invalid: start at the default.
    return null;
  }
}

function write(): void {
  if (owner === null) return;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ me: owner, ...current }));
  } catch {
    // Storage is full or blocked: a reload starts at the directory.
  }
}
