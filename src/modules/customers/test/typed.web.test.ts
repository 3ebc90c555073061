import { describe, expect, test } from 'vitest';
import { isPlanned } from '../contract/work.ts';
import { likenessesOf, problemsOf, typedCustomer } from '../web/typedCustomer.ts';

const none = { firstName: '', lastName: '', phone: '', email: '' };

describe('what was typed to find somebody unknown', () => {
  test.each([
    ['Zoe Tester', { firstName: 'Zoe', lastName: 'Tester' }],
    ['Ana Maria Lopez', { firstName: 'Ana Maria', lastName: 'Lopez' }],
    ['TESTER, Zoe', { firstName: 'Zoe', lastName: 'TESTER' }],
    ['Tester', { lastName: 'Tester' }],
    ['(316) 555-0142', { phone: '(316) 555-0142' }],
    ['zoe@example.com', { email: 'zoe@example.com' }],
  ])('%s is kept in the field it belongs into', (typed, fields) => {
    expect(typedCustomer(typed)).toEqual({ ...none, ...fields });
  });

  test('is looked for again by number, address and name, so that nobody is added twice', () => {
    const typed = { firstName: 'Zoe', lastName: 'Tester', phone: '316 555 0142', email: 'z@e.com' };
    expect(likenessesOf(typed)).toEqual(['316 555 0142', 'z@e.com', 'Zoe Tester']);
    expect(likenessesOf({ ...none, phone: '316' })).toEqual([]);
  });

  test('is not added without a name, or with a number that cannot be dialed', () => {
    expect(problemsOf({ ...none, phone: '316 555 0142' })).toEqual({
      lastName: 'Please enter a first or last name',
    });
    expect(Object.keys(problemsOf({ ...none, lastName: 'T', phone: '31', email: 'z@' }))).toEqual([
      ...['phone', 'email'],
    ]);
    expect(problemsOf({ ...none, lastName: 'Tester' })).toEqual({});
  });
});

test('an appointment that was canceled, kept or missed is not planned any more', () => {
  const statuses = ['set', 'confirmed', 'showed', 'no_show', 'canceled'] as const;
  expect(statuses.filter((status) => isPlanned({ status }))).toEqual(['set', 'confirmed']);
});
