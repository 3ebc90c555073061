import { otherPersonIn } from '../directChannel.ts';

/** `directory`, `threads`, `starred`, or the id of a channel. */
export type View = string;

export interface ChatView {
  view: View;
  /** The direct message opened last: the one entry of its kind in the sidebar. */
  direct: { channelId: string; name: string } | null;
}

const storageKey = 'forecourt-chat-view';
const beginning: ChatView = { view: 'directory', direct: null };

let owner: number | null = null;
let current: ChatView = beginning;
let moved = false;
const watchers = new Set<() => void>();

/** Where the chat stands, also while it is not on screen; a reload comes back to it. */
export function chatView(me: number): ChatView {
  if (owner === me) return current;
  // Somebody may have been sent somewhere before any part of the chat was on screen.
  const sent = owner === null && moved;
  owner = me;
  if (!sent) current = read(me) ?? beginning;
  if (current.direct && !isMine(current.direct.channelId)) current = { ...current, direct: null };
  // It could not be kept while it was not known whose it is.
  if (sent) write();
  return current;
}

/** Where the chat stands, whoever asks. */
export const currentView = (): View => current.view;

/** Who was asked for last; null before anybody was. */
export const viewOwner = (): number | null => owner;

export function watchChatView(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** Goes to a view; a direct message takes the place of the one in the sidebar. `name` is its other person's. */
export function openView(view: View, name = ''): void {
  const isDirect = view.startsWith('dm-') && isMine(view);
  const known = current.direct?.channelId === view ? current.direct.name : '';
  const direct = isDirect ? { channelId: view, name: name || known } : current.direct;
  current = { view, direct };
  moved = true;
  write();
  for (const watcher of [...watchers]) watcher();
}

/** Two others' direct message, as in a link that was passed on, is no entry of mine. */
function isMine(directId: View): boolean {
  return owner === null || otherPersonIn(directId, owner) !== null;
}

/** Whether somebody went anywhere since the page was loaded. */
export function hasMoved(): boolean {
  return moved;
}

function read(me: number): ChatView | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    return kept?.me === me ? { view: kept.view, direct: kept.direct } : null;
  } catch {
    // Not ours, or not readable: the chat begins where it always begins.
    return null;
  }
}

function write(): void {
  if (owner === null) return;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ me: owner, ...current }));
  } catch {
    // Without storage a reload begins at the directory.
  }
}
