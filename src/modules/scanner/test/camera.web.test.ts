import { describe, expect, test } from 'vitest';
import { problemOf } from '../web/camera/problems.ts';
import { regionOf } from '../web/camera/region.ts';
import { createSteady } from '../web/camera/steady.ts';
import { createTaken } from '../web/camera/taken.ts';
import type { Code } from '../web/decoding/code.ts';

const code = (text: string): Code => ({ text, format: 'code_39', x: 0, y: 0 });

describe('a read', () => {
  test('counts once it comes twice', () => {
    const look = createSteady();
    expect(look([code('HC325A')], 0)).toBeNull();
    expect(look([code('HC326A')], 100)).toBeNull();
    expect(look([], 200)).toBeNull();
    expect(look([code('HC325A')], 300)).toEqual(code('HC325A'));
  });

  test('counts at once where a check digit fits, and not where it does not', () => {
    expect(createSteady()([code('IKM8K2CAB4PU001140')], 0)).toEqual(code('IKM8K2CAB4PU001140'));
    expect(createSteady()([code('KM8K2CAB4PU001141')], 0)).toBeNull();
  });

  test('long ago does not count', () => {
    const look = createSteady();
    look([code('HC325A')], 0);
    expect(look([code('HC325A')], 5_000)).toBeNull();
  });

  test('of another kind is another one', () => {
    const look = createSteady();
    look([code('12345')], 0);
    expect(look([{ ...code('12345'), format: 'code_128' }], 100)).toBeNull();
  });
});

describe('what was taken', () => {
  test('is not taken again while it stays in sight, and is once it has been gone', () => {
    const { take, fresh } = createTaken();
    const [car, shelf] = [code('KM8K2CAB4PU001140'), code('HC325A')];
    expect(fresh([car], 0)).toEqual([car]);
    take(car, 0);
    for (const now of [100, 1_900, 3_700]) expect(fresh([car], now)).toEqual([]);
    expect(fresh([car, shelf], 5_000)).toEqual([shelf]);
    expect(fresh([], 6_000)).toEqual([]);
    expect(fresh([car], 7_100)).toEqual([car]);
  });

  test('is the same thing in whatever bars the label says it', () => {
    const { take, fresh } = createTaken();
    take(code('IKM8K2CAB4PU001140'), 0);
    expect(fresh([{ ...code('KM8K2CAB4PU001140'), format: 'qr_code' }], 100)).toEqual([]);
    expect(fresh([code('KM8K2CAB4PU001141')], 100)).toHaveLength(1);
  });
});

describe('what is looked at', () => {
  test('is the middle of what is seen of the video', () => {
    // A wide video in a square: a part of it at both sides is not seen.
    expect(regionOf({ width: 1_600, height: 900 }, { width: 300, height: 300 })).toEqual({
      x: 413,
      y: 126,
      width: 774,
      height: 648,
    });
  });

  test('stays within the video', () => {
    for (const box of [
      { width: 1_000, height: 10 },
      { width: 10, height: 1_000 },
      { width: 0, height: 0 },
    ]) {
      const { x, y, width, height } = regionOf({ width: 640, height: 480 }, box);
      expect([x >= 0, y >= 0, x + width <= 640, y + height <= 480, width > 0, height > 0]).toEqual(
        Array(6).fill(true),
      );
    }
  });
});

test('every failure of a camera has a sentence of its own', () => {
  const named = (name: string) => Object.assign(new Error(), { name });
  expect(problemOf(named('NotAllowedError'))).toBe('refused');
  expect(problemOf(named('NotFoundError'))).toBe('none');
  expect(problemOf(named('NotReadableError'))).toBe('busy');
  expect(problemOf(named('Strange'))).toBe('failed');
  expect(problemOf('nothing')).toBe('failed');
});
