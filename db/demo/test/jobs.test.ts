import { expect, test } from 'vitest';
import { canWriteDeals } from '../../../src/modules/deals/contract/deal.ts';
import { canWriteOrders, workAccess } from '../../../src/modules/repair-orders/contract/order.ts';
import { permits } from '../../../src/platform/contract/access.ts';
import { demoPeople } from '../people.ts';

const people = demoPeople().filter(({ isActive, pending }) => isActive && !pending);

const named = (username: string) => {
  const person = people.find((one) => one.username === username);
  if (!person) throw new Error(`No demo user is called ${username}`);
  return person;
};

test.each([
  // Username, deals, repair orders, the page of both.
  ['gm', true, true, true],
  ['manager', true, false, true],
  ['employee', true, false, true],
  ['gregory.stahl', true, false, true],
  ['joan.whitaker', true, false, true],
  ['walt.jankowski', false, true, true],
  ['maria.lopez', false, true, true],
  ['lorraine.fitch', false, true, true],
  ['denise.abernathy', false, false, false],
  ['tomasz.zielinski', false, false, false],
] as const)('%s does their job and no more', (username, deals, orders, page) => {
  const person = named(username);
  const holds = permits({ page: 'customer_management', feature: 'view_data' }, person);
  expect([canWriteDeals(person) && holds, canWriteOrders(person) && holds, holds]).toEqual([
    deals,
    orders,
    page,
  ]);
});

test.each(['deshawn.pruitt', 'viktor.dragan', 'hiro.tanabe'])(
  '%s works the lines that name them, without the page of repair orders',
  (username) => {
    const person = named(username);
    expect(permits(workAccess.write, person)).toBe(true);
    expect(permits({ page: 'customer_management' }, person)).toBe(false);
    expect(canWriteOrders(person)).toBe(false);
  },
);
