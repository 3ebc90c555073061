import { describe, expect, test } from 'vitest';
import { type Access, type Grants, permits } from '../access.ts';

const person = (more: Partial<Grants> = {}): Grants => ({
  role: 'employee',
  pagePermissions: [],
  featurePermissions: [],
  ...more,
});

const people = {
  nobody: null,
  pending: person({ pending: true, pagePermissions: ['all'], featurePermissions: ['all'] }),
  mustChange: person({ role: 'admin', mustChangePassword: true, pagePermissions: ['all'] }),
  without: person(),
  page: person({ pagePermissions: ['reports'] }),
  allPages: person({ pagePermissions: ['all'] }),
  feature: person({ featurePermissions: ['audit_logs'] }),
  fullAccess: person({ featurePermissions: ['full_access'] }),
  allFeatures: person({ featurePermissions: ['all'] }),
  adminPermission: person({ pagePermissions: ['user_management'] }),
  admin: person({ role: 'admin' }),
  pageAndFeature: person({ pagePermissions: ['reports'], featurePermissions: ['audit_logs'] }),
} satisfies Record<string, Grants | null>;

type Name = keyof typeof people;
const approved: Name[] = [
  'without',
  'page',
  'allPages',
  'feature',
  'fullAccess',
  'allFeatures',
  'adminPermission',
  'admin',
  'pageAndFeature',
];

describe('permits', () => {
  test.each<[string, Access, Name[]]>([
    ['public', 'public', Object.keys(people) as Name[]],
    ['a session', 'session', ['pending', 'mustChange', ...approved]],
    ['signed in', 'signedIn', approved],
    ['a page', { page: 'reports' }, ['page', 'allPages', 'pageAndFeature']],
    [
      'a feature',
      { feature: 'audit_logs' },
      ['feature', 'fullAccess', 'allFeatures', 'pageAndFeature'],
    ],
    ['an admin permission', { admin: 'user_management' }, ['allPages', 'adminPermission', 'admin']],
    ['a role', { role: 'admin' }, ['admin']],
    ['a page and a feature', { page: 'reports', feature: 'audit_logs' }, ['pageAndFeature']],
    ['an approved user', {}, approved],
  ])('%s', (_name, access, expected) => {
    const permitted = Object.entries(people).filter(([, grants]) => permits(access, grants));
    expect(permitted.map(([name]) => name).sort()).toEqual([...expected].sort());
  });

  test('a role alone opens no page and no feature', () => {
    expect(permits({ page: 'admin_panel' }, people.admin)).toBe(false);
    expect(permits({ feature: 'financial_reports' }, people.admin)).toBe(false);
  });

  test('a page permission is no feature permission of the same name', () => {
    const utilities = person({ pagePermissions: ['utilities'] });
    expect(permits({ page: 'utilities' }, utilities)).toBe(true);
    expect(permits({ feature: 'utilities' }, utilities)).toBe(false);
    expect(permits({ page: 'reports' }, people.fullAccess)).toBe(false);
  });
});
