import { groupSeparator } from '../../contract/gs1.ts';

/** A key as it went down. */
export interface Key {
  key: string;
  ctrl: boolean;
  /** Alt or the command key. */
  other: boolean;
  repeat: boolean;
  atMs: number;
}

/** No hand types a key that soon after the last, let alone several. */
const gapMs = 50;
/** A scanner without a wire, or a busy machine, may hesitate once in a code; its haste on the whole stays. */
const hitchMs = 200;
/** Some scanners rest before the key that ends the code. */
const endGapMs = 120;
const shortest = 4;

const ends = ['Enter', 'Tab'];
const silent = ['Shift', 'Control', 'Alt', 'CapsLock'];

/**
 * Tells a scanner that types from a person: key after key without a rest, then Enter or Tab. Answers the
 * whole code at its end, null otherwise.
 */
export function createWedge() {
  let held = '';
  /** With what came before a hitch. */
  let whole = { text: '', sinceMs: 0 };
  let lastMs = Number.NEGATIVE_INFINITY;

  return function feed({ key, ctrl, other, repeat, atMs }: Key): string | null {
    if (silent.includes(key)) return null;
    const gap = atMs - lastMs;
    const [before, all] = [held, whole];
    const isHasty = lastMs - all.sinceMs <= gapMs * (all.text.length - 1);
    held = '';
    whole = { text: '', sinceMs: atMs };
    lastMs = atMs;
    if (ends.includes(key)) {
      const read = isHasty ? all.text : before;
      return read.length >= shortest && gap <= endGapMs ? read : null;
    }
    const character = characterOf(key, ctrl);
    if (character === null || other || repeat) return null;
    held = gap <= gapMs ? before + character : character;
    const goesOn = gap <= hitchMs && all.text !== '';
    whole = goesOn
      ? { text: all.text + character, sinceMs: all.sinceMs }
      : { text: character, sinceMs: atMs };
    return null;
  };
}

function characterOf(key: string, ctrl: boolean): string | null {
  // The separator of GS1 fields is a control character; keyboards have it as Ctrl+].
  if (ctrl) return key === ']' ? groupSeparator : null;
  return [...key].length === 1 ? key : null;
}

export const keyOf = (event: KeyboardEvent): Key => ({
  key: event.key,
  ctrl: event.ctrlKey,
  other: event.altKey || event.metaKey,
  repeat: event.repeat,
  atMs: event.timeStamp,
});
