import { expect, test } from 'vitest';
import { usualRules } from '../contract.ts';
import { findingIn, takeOut } from '../web/finding.ts';

const text = 'Her SSN is 536-22-8126 and the card 4111 1111 1111 1111, thanks';

test('findings are masked, and the surrounding text stays', () => {
  const { found = [] } = findingIn(text, usualRules) ?? {};
  expect(takeOut(text, found)).toEqual({
    rest: 'Her SSN is and the card , thanks',
    taken: '536-22-8126\n4111 1111 1111 1111',
  });
});

test('only configured kinds are found, and the strictest one applies', () => {
  const rules = { ...usualRules, card: 'refuse' as const };
  expect(findingIn(text, rules)).toMatchObject({ isRefused: true });
  const off = { ...usualRules, card: 'off' as const };
  expect(findingIn(text, off)).toMatchObject({
    sentence: 'This looks like a social security number.',
    isRefused: false,
    found: [{ kind: 'ssn' }],
  });
  expect(findingIn('Bay 4 at 2:30', usualRules)).toBeNull();
});
