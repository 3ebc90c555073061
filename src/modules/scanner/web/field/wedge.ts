import { type RefObject, useEffect, useRef } from 'react';
import { isDriverLicense } from '../../contract/classify.ts';
import { groupSeparator } from '../../contract/gs1.ts';

/** A keydown event, reduced to what matters here. */
export interface Key {
  key: string;
  ctrl: boolean;
  /** Alt or the command key. */
  other: boolean;
  repeat: boolean;
  atMs: number;
}

/** Keys closer together than this come from a scanner, not a person. */
const gapMs = 50;
/** A wireless scanner or a busy machine may pause once within a code; the average speed still counts. */
const pauseMs = 200;
/** Some scanners pause before the key that ends the code. */
const endGapMs = 120;
const minLength = 4;
/** The lines of a driver license follow each other faster than this. */
const licenseGapMs = 500;
const licenseStart = '@';

const endKeys = ['Enter', 'Tab'];
const modifierKeys = ['Shift', 'Control', 'Alt', 'CapsLock'];

/**
 * Distinguishes a keyboard-wedge scanner from a person: rapid keys, then Enter or Tab. Returns the code when
 * it is complete, null otherwise. Of a driver license only its header is returned, and an empty text for each of its
 * other lines.
 */
export function createWedge() {
  let rapid = '';
  /** Includes the keys before a pause. */
  let buffered = { text: '', sinceMs: 0 };
  let lastMs = Number.NEGATIVE_INFINITY;
  let isInLicense = false;

  return function feed({ key, ctrl, other, repeat, atMs }: Key): string | null {
    if (modifierKeys.includes(key)) return null;
    const gap = atMs - lastMs;
    const previousRapid = rapid;
    const previous = buffered;
    const isFast = lastMs - previous.sinceMs <= gapMs * (previous.text.length - 1);
    rapid = '';
    buffered = { text: '', sinceMs: atMs };
    lastMs = atMs;
    isInLicense &&= gap <= licenseGapMs;
    if (endKeys.includes(key)) {
      const code = isFast ? previous.text : previousRapid;
      if (isInLicense) return '';
      if (gap > endGapMs) return null;
      if (code === licenseStart) return '';
      isInLicense = isDriverLicense(code);
      return code.length >= minLength ? code : null;
    }
    const character = characterOf(key, ctrl);
    if (character === null || other || repeat) return null;
    rapid = gap <= gapMs ? previousRapid + character : character;
    const continues = gap <= pauseMs && previous.text !== '';
    buffered = continues
      ? { text: previous.text + character, sinceMs: previous.sinceMs }
      : { text: character, sinceMs: atMs };
    return null;
  };
}

function characterOf(key: string, ctrl: boolean): string | null {
  // The GS1 field separator is a control character, typed as Ctrl+].
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

/** In a text field the scanner's keys belong to that field. */
function isTextField(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable=""], [contenteditable="true"]') !==
      null
  );
}

/**
 * Captures input from a keyboard-wedge scanner anywhere on the page, except in text fields, while the tool is
 * visible.
 */
export function useWedge(
  tool: RefObject<HTMLElement | null>,
  onScan: (text: string) => void,
): void {
  const latest = useRef(onScan);
  latest.current = onScan;
  useEffect(() => {
    const feed = createWedge();
    const onKeyDown = (event: KeyboardEvent) => {
      if (isTextField(event.target) || !tool.current?.checkVisibility()) return;
      const text = feed(keyOf(event));
      if (text === null) return;
      // Enter would press the focused button, and Tab would move the focus.
      event.preventDefault();
      event.stopPropagation();
      if (text) latest.current(text);
    };
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [tool]);
}
