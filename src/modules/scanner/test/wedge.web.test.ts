import { describe, expect, test } from 'vitest';
import { createWedge, type Key } from '../web/field/wedge.ts';

/** Presses these keys, one every `everyMs`; returns the wedge's result for the last one. */
function type(keys: (string | Partial<Key>)[], everyMs = 8, feed = createWedge(), fromMs = 1_000) {
  let atMs = fromMs;
  let result: string | null = null;
  for (const input of keys) {
    atMs += everyMs;
    const key = typeof input === 'string' ? { key: input } : input;
    result = feed({ key: '', ctrl: false, other: false, repeat: false, atMs, ...key });
  }
  return result;
}

describe('a hand scanner', () => {
  test('is recognized by its speed and ends with Enter or Tab', () => {
    expect(type([...'HC325A', 'Enter'])).toBe('HC325A');
    expect(type([...'HC325A', 'Tab'])).toBe('HC325A');
  });

  test('may send Shift for capitals', () => {
    expect(type(['Shift', 'H', 'Shift', 'C', '3', '2', '5', 'Enter'])).toBe('HC325');
  });

  test('sends GS1 separators as Ctrl+]', () => {
    const separator = { key: ']', ctrl: true };
    expect(type([...'10AB', 'Control', separator, ...'21X', 'Enter'])).toBe('10AB\x1d21X');
    expect(type([...']C101', 'Enter'])).toBe(']C101');
  });

  test('may pause before the end key', () => {
    const feed = createWedge();
    type([...'HC325A'], 8, feed);
    expect(type(['Enter'], 100, feed, 1_048)).toBe('HC325A');
  });

  test('does not include what a person typed before', () => {
    const feed = createWedge();
    type([...'abc'], 180, feed);
    expect(type([...'HC325A', 'Enter'], 8, feed, 3_000)).toBe('HC325A');
  });

  test('may pause once within a code', () => {
    const feed = createWedge();
    type([...']C1KM'], 8, feed);
    expect(type([...'8K2CAB4PU001140', 'Tab'], 8, feed, 1_160)).toBe(']C1KM8K2CAB4PU001140');
  });

  test('can scan twice in a row', () => {
    const feed = createWedge();
    expect(type([...'HC325A', 'Enter'], 8, feed)).toBe('HC325A');
    expect(type([...'HC326A', 'Enter'], 8, feed, 2_000)).toBe('HC326A');
  });
});

describe('a driver license typed line by line', () => {
  const header = 'ANSI 636015080002DL00410278ZT03190008DLDAQT64235789';

  test('is returned as its header alone, and no line presses a button', () => {
    const feed = createWedge();
    expect(type(['@', 'Enter'], 8, feed)).toBe('');
    expect(type([...header, 'Enter'], 8, feed, 1_020)).toBe(header);
    expect(type([...'DCSSMITH', 'Enter'], 8, feed, 1_600)).toBe('');
    expect(type([...'DBB06061986', 'Enter'], 8, feed, 1_680)).toBe('');
  });

  test('ends with a pause', () => {
    const feed = createWedge();
    type([...header, 'Enter'], 8, feed);
    expect(type([...'HC325A', 'Enter'], 8, feed, 3_000)).toBe('HC325A');
  });
});

describe('a person', () => {
  test('types more slowly', () => {
    expect(type([...'HC325A', 'Enter'], 90)).toBeNull();
  });

  test('is recognized by a pause before Enter', () => {
    const feed = createWedge();
    type([...'HC325A'], 8, feed);
    expect(type(['Enter'], 400, feed, 1_048)).toBeNull();
  });

  test('may hold a key down', () => {
    const repeated = { key: 'x', repeat: true };
    expect(type(['x', repeated, repeated, repeated, repeated, repeated, 'Enter'], 30)).toBeNull();
  });

  test('may use keyboard shortcuts', () => {
    expect(type([{ key: 'v', other: true }, 'Enter'])).toBeNull();
    expect(type([...'abc', 'Backspace', 'd', 'Enter'])).toBeNull();
    expect(type([{ key: 'a', ctrl: true }, { key: 'c', ctrl: true }, 'Tab'])).toBeNull();
  });

  test('may press Enter alone', () => {
    expect(type(['Enter'])).toBeNull();
    expect(type([...'ab', 'Enter'])).toBeNull();
  });
});
