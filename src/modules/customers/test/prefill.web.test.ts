import { describe, expect, test } from 'vitest';
import { emailInput } from '../contract/fields.ts';
import { isPlanned } from '../contract/work.ts';
import { duplicateSearches, problemsOf, typedCustomer } from '../web/parts/typedCustomer.ts';

const blank = { firstName: '', lastName: '', phone: '', email: '' };

describe('the search text for a new customer', () => {
  test.each([
    ['Zoe Tester', { firstName: 'Zoe', lastName: 'Tester' }],
    ['Ana Maria Lopez', { firstName: 'Ana Maria', lastName: 'Lopez' }],
    ['TESTER, Zoe', { firstName: 'Zoe', lastName: 'TESTER' }],
    ['Tester', { lastName: 'Tester' }],
    ['(316) 555-0142', { phone: '(316) 555-0142' }],
    ['zoe@example.com', { email: 'zoe@example.com' }],
  ])('%s prefills the right field', (typed, fields) => {
    expect(typedCustomer(typed)).toEqual({ ...blank, ...fields });
  });

  test('is searched by phone, email and name to find duplicates', () => {
    const typed = { firstName: 'Zoe', lastName: 'Tester', phone: '316 555 0142', email: 'z@e.com' };
    expect(duplicateSearches(typed)).toEqual(['316 555 0142', 'z@e.com', 'Zoe Tester']);
    expect(duplicateSearches({ ...blank, phone: '316' })).toEqual([]);
  });

  test('is refused without a name, or with a phone number that cannot be dialed', () => {
    expect(problemsOf({ ...blank, phone: '316 555 0142' })).toEqual({
      lastName: 'Enter a first or last name',
    });
    expect(Object.keys(problemsOf({ ...blank, lastName: 'T', phone: '31', email: 'z@' }))).toEqual([
      ...['phone', 'email'],
    ]);
    expect(problemsOf({ ...blank, lastName: 'Tester' })).toEqual({});
    const email = (typed: string) => problemsOf({ ...blank, lastName: 'T', email: typed }).email;
    for (const typed of ['z@example.c', '.z@example.com', 'z..t@example.com', 'z@example.com'])
      expect(email(typed) === undefined).toBe(emailInput.safeParse({ address: typed }).success);
  });
});

test('an appointment that is canceled, showed or no-show is no longer planned', () => {
  const statuses = ['set', 'confirmed', 'showed', 'no_show', 'canceled'] as const;
  expect(statuses.filter((status) => isPlanned({ status }))).toEqual(['set', 'confirmed']);
});
