import { describe, expect, test } from 'vitest';
import { createWedge, type Key } from '../web/field/wedge.ts';

/** A device that presses these keys, one every `everyMs`; answers what the wedge says of the last. */
function type(keys: (string | Partial<Key>)[], everyMs = 8, feed = createWedge(), fromMs = 1_000) {
  let atMs = fromMs;
  let said: string | null = null;
  for (const given of keys) {
    atMs += everyMs;
    const key = typeof given === 'string' ? { key: given } : given;
    said = feed({ key: '', ctrl: false, other: false, repeat: false, atMs, ...key });
  }
  return said;
}

describe('a hand scanner', () => {
  test('is known by its haste, and ends with Enter or Tab', () => {
    expect(type([...'HC325A', 'Enter'])).toBe('HC325A');
    expect(type([...'HC325A', 'Tab'])).toBe('HC325A');
  });

  test('holds Shift for capitals', () => {
    expect(type(['Shift', 'H', 'Shift', 'C', '3', '2', '5', 'Enter'])).toBe('HC325');
  });

  test('says where GS1 fields end', () => {
    const separator = { key: ']', ctrl: true };
    expect(type([...'10AB', 'Control', separator, ...'21X', 'Enter'])).toBe('10AB\x1d21X');
    expect(type([...']C101', 'Enter'])).toBe(']C101');
  });

  test('may rest before its last key', () => {
    const feed = createWedge();
    type([...'HC325A'], 8, feed);
    expect(type(['Enter'], 100, feed, 1_048)).toBe('HC325A');
  });

  test('leaves out what a person had typed before', () => {
    const feed = createWedge();
    type([...'abc'], 180, feed);
    expect(type([...'HC325A', 'Enter'], 8, feed, 3_000)).toBe('HC325A');
  });

  test('may hesitate once in the middle of a code', () => {
    const feed = createWedge();
    type([...']C1KM'], 8, feed);
    expect(type([...'8K2CAB4PU001140', 'Tab'], 8, feed, 1_160)).toBe(']C1KM8K2CAB4PU001140');
  });

  test('can come twice', () => {
    const feed = createWedge();
    expect(type([...'HC325A', 'Enter'], 8, feed)).toBe('HC325A');
    expect(type([...'HC326A', 'Enter'], 8, feed, 2_000)).toBe('HC326A');
  });
});

describe('a person', () => {
  test('is slower', () => {
    expect(type([...'HC325A', 'Enter'], 90)).toBeNull();
  });

  test('who waits before Enter is one', () => {
    const feed = createWedge();
    type([...'HC325A'], 8, feed);
    expect(type(['Enter'], 400, feed, 1_048)).toBeNull();
  });

  test('may hold a key down', () => {
    const held = { key: 'x', repeat: true };
    expect(type(['x', held, held, held, held, held, 'Enter'], 30)).toBeNull();
  });

  test('may use the keyboard’s commands', () => {
    expect(type([{ key: 'v', other: true }, 'Enter'])).toBeNull();
    expect(type([...'abc', 'Backspace', 'd', 'Enter'])).toBeNull();
    expect(type([{ key: 'a', ctrl: true }, { key: 'c', ctrl: true }, 'Tab'])).toBeNull();
  });

  test('who presses Enter by itself says nothing', () => {
    expect(type(['Enter'])).toBeNull();
    expect(type([...'ab', 'Enter'])).toBeNull();
  });
});
