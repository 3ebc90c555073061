import { describe, expect, test } from 'vitest';
import { problemOf } from '../web/camera/problems.ts';
import { regionOf } from '../web/camera/region.ts';
import { createReadConfirmation } from '../web/camera/steady.ts';
import { createScannedCodes } from '../web/camera/taken.ts';
import type { Code } from '../web/decoding/code.ts';

const code = (text: string): Code => ({ text, format: 'code_39', x: 0, y: 0 });

describe('a read', () => {
  test('is confirmed by a second read', () => {
    const confirm = createReadConfirmation();
    expect(confirm([code('HC325A')], 0)).toBeNull();
    expect(confirm([code('HC326A')], 100)).toBeNull();
    expect(confirm([], 200)).toBeNull();
    expect(confirm([code('HC325A')], 300)).toEqual(code('HC325A'));
  });

  test('of a VIN with a valid check digit needs no confirmation', () => {
    expect(createReadConfirmation()([code('IKM8K2CAB4PU001140')], 0)).toEqual(
      code('IKM8K2CAB4PU001140'),
    );
    expect(createReadConfirmation()([code('KM8K2CAB4PU001141')], 0)).toBeNull();
  });

  test('is not confirmed by an old read', () => {
    const confirm = createReadConfirmation();
    confirm([code('HC325A')], 0);
    expect(confirm([code('HC325A')], 5_000)).toBeNull();
  });

  test('is not confirmed by a read in another format', () => {
    const confirm = createReadConfirmation();
    confirm([code('12345')], 0);
    expect(confirm([{ ...code('12345'), format: 'code_128' }], 100)).toBeNull();
  });
});

describe('a scanned code', () => {
  test('is not scanned again while it stays in view, but is once it was out of view', () => {
    const { add, unscanned } = createScannedCodes();
    const [vehicle, shelf] = [code('KM8K2CAB4PU001140'), code('HC325A')];
    expect(unscanned([vehicle], 0)).toEqual([vehicle]);
    add(vehicle, 0);
    for (const now of [100, 1_900, 3_700]) expect(unscanned([vehicle], now)).toEqual([]);
    expect(unscanned([vehicle, shelf], 5_000)).toEqual([shelf]);
    expect(unscanned([], 6_000)).toEqual([]);
    expect(unscanned([vehicle], 7_100)).toEqual([vehicle]);
  });

  test('counts once per label, whatever its formats', () => {
    const { add, unscanned } = createScannedCodes();
    add(code('IKM8K2CAB4PU001140'), 0);
    expect(unscanned([{ ...code('KM8K2CAB4PU001140'), format: 'qr_code' }], 100)).toEqual([]);
    expect(unscanned([code('KM8K2CAB4PU001141')], 100)).toHaveLength(1);
  });
});

describe('the scanned region', () => {
  test('is the center of the visible video', () => {
    // A wide video in a square box is cropped at both sides.
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

test('every camera error maps to a problem', () => {
  const errorNamed = (name: string) => Object.assign(new Error(), { name });
  expect(problemOf(errorNamed('NotAllowedError'))).toBe('refused');
  expect(problemOf(errorNamed('NotFoundError'))).toBe('none');
  expect(problemOf(errorNamed('NotReadableError'))).toBe('busy');
  expect(problemOf(errorNamed('Strange'))).toBe('failed');
  expect(problemOf('nothing')).toBe('failed');
});
