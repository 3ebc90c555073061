type Place = 'Getting around' | 'On a message' | 'While writing';

export interface Shortcut {
  place: Place;
  label: string;
  /** Each does the same. `Mod` is ⌘ on a Mac and Ctrl elsewhere. */
  keys: readonly string[];
}

/** Every key the chat knows: the sheet shows this table, and what handles a key asks it. */
export const shortcuts = {
  search: { place: 'Getting around', label: 'Search, or jump to a conversation', keys: ['Mod+K'] },
  next: { place: 'Getting around', label: 'Next conversation', keys: ['Alt+ArrowDown'] },
  previous: { place: 'Getting around', label: 'Previous conversation', keys: ['Alt+ArrowUp'] },
  nextUnread: {
    place: 'Getting around',
    label: 'Next unread conversation',
    keys: ['Alt+Shift+ArrowDown'],
  },
  previousUnread: {
    place: 'Getting around',
    label: 'Previous unread conversation',
    keys: ['Alt+Shift+ArrowUp'],
  },
  threads: { place: 'Getting around', label: 'Threads', keys: ['Alt+T'] },
  newMessage: { place: 'Getting around', label: 'New message', keys: ['Alt+N'] },
  leave: { place: 'Getting around', label: 'Close the thread, then the chat', keys: ['Escape'] },
  sheet: { place: 'Getting around', label: 'Keyboard shortcuts', keys: ['?', 'Mod+/'] },
  nextMessage: { place: 'On a message', label: 'Next message', keys: ['ArrowDown', 'J'] },
  previousMessage: { place: 'On a message', label: 'Previous message', keys: ['ArrowUp', 'K'] },
  actions: { place: 'On a message', label: 'What can be done with it', keys: ['Enter'] },
  edit: { place: 'On a message', label: 'Edit', keys: ['E'] },
  react: { place: 'On a message', label: 'React', keys: ['R'] },
  thread: { place: 'On a message', label: 'Reply in its thread', keys: ['T'] },
  star: { place: 'On a message', label: 'Star', keys: ['S'] },
  delete: { place: 'On a message', label: 'Delete', keys: ['Delete'] },
  send: { place: 'While writing', label: 'Send', keys: ['Enter', 'Mod+Enter'] },
  newLine: { place: 'While writing', label: 'New line', keys: ['Shift+Enter'] },
  bold: { place: 'While writing', label: 'Bold', keys: ['Mod+B'] },
  italic: { place: 'While writing', label: 'Italic', keys: ['Mod+I'] },
  strikethrough: { place: 'While writing', label: 'Strikethrough', keys: ['Mod+Shift+X'] },
  code: { place: 'While writing', label: 'Code', keys: ['Mod+E'] },
  codeBlock: { place: 'While writing', label: 'Code block', keys: ['Mod+Shift+C'] },
  editLast: {
    place: 'While writing',
    label: 'Edit your last message, while nothing is written',
    keys: ['ArrowUp'],
  },
} as const satisfies Record<string, Shortcut>;

export type ShortcutName = keyof typeof shortcuts;

export const isApple =
  typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** Whether these are the keys of that shortcut, all of them and no more. */
export function isPressed(name: ShortcutName, event: Pressed): boolean {
  return shortcuts[name].keys.some((keys) => answers(keys, event));
}

function answers(keys: string, event: Pressed): boolean {
  const parts = keys.split('+');
  const key = parts.pop() ?? '';
  const has = (part: string) => parts.includes(part);
  const mod = isApple ? event.metaKey : event.ctrlKey;
  const other = isApple ? event.ctrlKey : event.metaKey;
  if (has('Mod') !== mod || other || has('Alt') !== event.altKey) return false;
  // A question mark takes a different Shift on every keyboard.
  if (key === '?') return event.key === '?';
  if (has('Shift') !== event.shiftKey) return false;
  // With Option held a Mac writes another character: the key itself is asked.
  return event.key.toUpperCase() === key.toUpperCase() || event.code === `Key${key}`;
}

const appleNames: Record<string, string> = { Mod: '⌘', Alt: '⌥', Shift: '⇧' };
const names: Record<string, string> = {
  Mod: 'Ctrl',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
};

/** `Alt+ArrowUp` as it stands on the keyboard: Alt, ↑. */
export function keyNames(keys: string): string[] {
  return keys.split('+').map((key) => (isApple && appleNames[key]) || names[key] || key);
}
