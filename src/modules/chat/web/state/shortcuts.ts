import { isApple } from '../../../../platform/web/ui/isApple.ts';

type Place = 'Navigation' | 'Messages' | 'Composer';

export interface Shortcut {
  place: Place;
  label: string;
  /** Alternatives. `Mod` is ⌘ on a Mac and Ctrl elsewhere. */
  keys: readonly string[];
}

/** All shortcuts: shown in the sheet and used by the key handlers. */
export const shortcuts = {
  search: { place: 'Navigation', label: 'Search, or jump to a conversation', keys: ['Mod+K'] },
  next: { place: 'Navigation', label: 'Next conversation', keys: ['Alt+ArrowDown'] },
  previous: { place: 'Navigation', label: 'Previous conversation', keys: ['Alt+ArrowUp'] },
  nextUnread: {
    place: 'Navigation',
    label: 'Next unread conversation',
    keys: ['Alt+Shift+ArrowDown'],
  },
  previousUnread: {
    place: 'Navigation',
    label: 'Previous unread conversation',
    keys: ['Alt+Shift+ArrowUp'],
  },
  threads: { place: 'Navigation', label: 'Threads', keys: ['Alt+T'] },
  newMessage: { place: 'Navigation', label: 'New message', keys: ['Alt+N'] },
  leave: { place: 'Navigation', label: 'Close thread, then chat', keys: ['Escape'] },
  sheet: { place: 'Navigation', label: 'Keyboard shortcuts', keys: ['?', 'Mod+/'] },
  nextMessage: { place: 'Messages', label: 'Next message', keys: ['ArrowDown', 'J'] },
  previousMessage: { place: 'Messages', label: 'Previous message', keys: ['ArrowUp', 'K'] },
  actions: { place: 'Messages', label: 'Show message actions', keys: ['Enter'] },
  edit: { place: 'Messages', label: 'Edit', keys: ['E'] },
  react: { place: 'Messages', label: 'React', keys: ['R'] },
  thread: { place: 'Messages', label: 'Reply in thread', keys: ['T'] },
  star: { place: 'Messages', label: 'Star', keys: ['S'] },
  delete: { place: 'Messages', label: 'Delete', keys: ['Delete'] },
  send: { place: 'Composer', label: 'Send', keys: ['Enter', 'Mod+Enter'] },
  newLine: { place: 'Composer', label: 'New line', keys: ['Shift+Enter'] },
  bold: { place: 'Composer', label: 'Bold', keys: ['Mod+B'] },
  italic: { place: 'Composer', label: 'Italic', keys: ['Mod+I'] },
  strikethrough: { place: 'Composer', label: 'Strikethrough', keys: ['Mod+Shift+X'] },
  code: { place: 'Composer', label: 'Code', keys: ['Mod+E'] },
  codeBlock: { place: 'Composer', label: 'Code block', keys: ['Mod+Shift+C'] },
  editLast: {
    place: 'Composer',
    label: 'Edit your last message, in an empty box',
    keys: ['ArrowUp'],
  },
} as const satisfies Record<string, Shortcut>;

export type ShortcutName = keyof typeof shortcuts;

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** Whether exactly the keys of the shortcut are pressed. */
export function isPressed(name: ShortcutName, event: Pressed): boolean {
  return shortcuts[name].keys.some((keys) => matches(keys, event));
}

function matches(keys: string, event: Pressed): boolean {
  const parts = keys.split('+');
  const key = parts.pop() ?? '';
  const has = (part: string) => parts.includes(part);
  const mod = isApple ? event.metaKey : event.ctrlKey;
  const other = isApple ? event.ctrlKey : event.metaKey;
  if (has('Mod') !== mod || other || has('Alt') !== event.altKey) return false;
  // Whether "?" needs Shift depends on the keyboard layout.
  if (key === '?') return event.key === '?';
  if (has('Shift') !== event.shiftKey) return false;
  // With Option a Mac produces another character: check the physical key.
  return event.key.toUpperCase() === key.toUpperCase() || event.code === `Key${key}`;
}

const appleNames: Record<string, string> = { Mod: '⌘', Alt: '⌥', Shift: '⇧' };
const names: Record<string, string> = {
  Mod: 'Ctrl',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
};

/** `Alt+ArrowUp` as labels: Alt, ↑. */
export function keyNames(keys: string): string[] {
  return keys.split('+').map((key) => (isApple && appleNames[key]) || names[key] || key);
}
