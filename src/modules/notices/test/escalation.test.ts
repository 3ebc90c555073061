import { expect, test } from 'vitest';
import type { Leader } from '../../people/server/public.ts';
import { byLeader, describeOutstanding } from '../server/due/escalate.ts';

const person = (id: number, role: Leader['role']) => ({
  id,
  role,
  department: 'sales' as const,
  store_access: ['ford' as const],
  name: `Person ${id}`,
});
const leader = (id: number, role: Leader['role']): Leader => ({
  ...person(id, role),
  is_active: true,
  pending: false,
  deleted_at: null,
  protection: null,
});

test('each manager is notified of their own people, and the author of those without a manager', () => {
  const [one, other, manager] = [
    person(8, 'employee'),
    person(9, 'employee'),
    person(1, 'manager'),
  ];
  const leaders = [leader(1, 'manager'), leader(5, 'general_manager')];
  expect([...byLeader([one, other, manager], leaders, 77)]).toEqual([
    [1, [one, other]],
    [5, [manager]],
  ]);
  expect([...byLeader([one, other], [], 77)]).toEqual([[77, [one, other]]]);
});

test.each([
  [1, '1 person has not confirmed: Person 1.'],
  [2, '2 people have not confirmed: Person 1 and Person 2.'],
  [3, '3 people have not confirmed: Person 1, Person 2 and Person 3.'],
  [9, '9 people have not confirmed: Person 1, Person 2, Person 3 and 6 more.'],
])('%i late people are named or counted', (count, text) => {
  const people = Array.from({ length: count }, (_, index) => ({ name: `Person ${index + 1}` }));
  expect(describeOutstanding(people)).toBe(text);
});
