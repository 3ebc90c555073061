import { describe, expect, test } from 'vitest';
import places from '../src/main/places.ts';
import { inOrder } from '../src/modules/shell/web/search/finds.ts';
import { closenessOf } from '../src/modules/shell/web/search/matching.ts';
import type { JobGrants } from '../src/platform/contract/access.ts';

const grants = (overrides: Partial<JobGrants>): JobGrants => ({
  role: 'employee',
  pagePermissions: [],
  featurePermissions: [],
  department: 'sales',
  ...overrides,
});
const salesperson = grants({
  pagePermissions: ['dashboard', 'customer_management', 'utilities'],
  featurePermissions: ['view_data', 'create_records', 'utilities'],
});
const users = [
  salesperson,
  grants({ pagePermissions: ['all'], featurePermissions: ['full_access'], role: 'admin' }),
];

const clockIn = {
  name: 'clock_in',
  label: 'Clock In',
  keywords: ['Punch'],
  icon: places[0]?.icon as never,
  act: () => {},
};
const channel = (name: string) => ({
  kind: 'conversation' as const,
  id: `conversation-${name}`,
  conversation: { channel: {} as never, name, unread: 0, loud: false },
});

function find(typed: string, user: JobGrants) {
  const results = inOrder(typed, {
    targets: places.filter(({ allowed }) => allowed(user)),
    actions: [clockIn],
    conversations: [channel('Off the clock'), channel('Sales')].filter(
      ({ conversation }) => closenessOf(conversation.name, typed) !== null,
    ),
    go: () => {},
  });
  return results.map((one) => {
    if (one.kind === 'page') return one.page.label;
    if (one.kind === 'action') return one.action.label;
    return one.kind === 'conversation' ? `# ${one.conversation.name}` : one.kind;
  });
}

describe('the platform search', () => {
  test.each([
    ['leads', 'Leads'],
    ['deal', 'Deals'],
    ['repair orders', 'Repair Orders'],
    ['ro', 'Repair Orders'],
    ['notes', 'Enterprise Notes'],
    ['scanner', 'Barcode Scanner'],
    ['requests', 'Requests'],
    ['time clock', 'Time Clock'],
    ['clock in', 'Clock In'],
    ['clock', 'Clock In'],
    ['add lead', 'Add lead'],
    ['new lead', 'Add lead'],
    ['new deal', 'New deal'],
    ['write deal', 'New deal'],
    ['create customer', 'Add customer'],
    ['password', 'Profile'],
  ])('finds %s first as %s', (typed, label) => {
    for (const user of users) expect(find(typed, user)[0]).toBe(label);
  });

  test('lists a conversation with exactly that name before places that start with it', () => {
    const admin = users[1] as JobGrants;
    expect(find('sales', admin).slice(0, 2)).toEqual(['# Sales', 'Sales report']);
    expect(find('clock', admin).at(-1)).toBe('# Off the clock');
  });

  test('offers new deals and repair orders to those whose job they are', () => {
    const advisor = { ...salesperson, department: 'service' };
    expect(find('new repair order', advisor)[0]).toBe('New repair order');
    expect(find('new repair order', salesperson)).not.toContain('New repair order');
    expect(find('new deal', advisor)).not.toContain('New deal');
    expect(find('my work', advisor)[0]).toBe('My Work');
  });

  test('hides places and actions that the user has no access to', () => {
    const hrefsFor = (user: JobGrants) =>
      places.filter(({ allowed }) => allowed(user)).map(({ href }) => href);
    expect(hrefsFor(grants({}))).toEqual([
      '/people/time-off',
      '/people/time-off?view=calendar',
      '/people?view=chart',
      '/people/credentials',
      '/people/schedule',
      '/people/recruiting',
      '/requests',
      '/profile',
    ]);
    const reader = { ...salesperson, featurePermissions: ['view_data'] };
    expect(hrefsFor(reader)).toContain('/customers/leads');
    expect(hrefsFor(reader).filter((href) => /new=|add=/.test(href))).toEqual([]);
    expect(find('time clock', reader)).not.toContain('Time Clock');
    expect(hrefsFor(salesperson).filter((href) => /admin|fleet|reports/.test(href))).toEqual([]);
    expect(find('user management', salesperson)).toEqual([]);
    const overseer = grants({ pagePermissions: ['admin_panel', 'system_overview'] });
    expect(hrefsFor(overseer)).toContain('/admin-tools#system');
    expect(hrefsFor(overseer)).not.toContain('/admin-tools#users');
  });
});
