import { expect, test } from 'vitest';
import { maximumReached, maxUtilities, type UtilityId } from '../contract/preferences.ts';
import { toggled } from '../web/quick/UtilityChoice.tsx';

const three: UtilityId[] = ['notes-manager', 'time-tracker', 'barcode-scanner'];

test('selecting appends, deselecting removes, and the order is kept', () => {
  expect(toggled([], 'time-tracker')).toEqual(['time-tracker']);
  expect(toggled(['notes-manager'], 'time-tracker')).toEqual(['notes-manager', 'time-tracker']);
  expect(toggled(three, 'time-tracker')).toEqual(['notes-manager', 'barcode-scanner']);
});

test('a fourth utility is refused with this message', () => {
  expect(maxUtilities).toBe(3);
  expect(toggled(three, 'heimdall-dashboard')).toBeNull();
  expect(maximumReached).toEqual({
    title: 'Maximum Reached',
    description: 'You can only select up to 3 utilities for Quick Access.',
  });
});
