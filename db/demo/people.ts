import type { Status } from '../../src/modules/people/contract.ts';
import type { Department, Role, Store } from '../../src/platform/contract/access.ts';
import { type FeaturePermission, grantsFor, type PagePermission } from './grants.ts';
import { stream } from './random.ts';
import { type Entry, roster } from './roster.ts';

export interface DemoPerson {
  /** Stable name for other demo data to point at: the username. */
  key: string;
  emrn: string;
  firstName: string;
  lastName: string;
  username: string;
  email: string;
  role: Role;
  department: Department;
  storeAccess: (Store | 'all')[];
  pagePermissions: PagePermission[];
  featurePermissions: FeaturePermission[];
  isActive: boolean;
  pending: boolean;
  status: Status;
  protection: 'protected' | 'system_bot' | null;
  lastSignInHoursAgo: number | null;
}

/** Larkfield Auto Group: 12 people per store and 6 in the central office, then the bot. */
export function demoPeople(): DemoPerson[] {
  return roster.map(hire);
}

function hire(entry: Entry, index: number): DemoPerson {
  const [firstName, lastName, role, department, storeAccess, exceptions = {}] = entry;
  const { without = [], ...overrides } = exceptions;
  const username = overrides.username ?? `${firstName}.${lastName}`.toLowerCase();
  const grants = grantsFor(role, department);
  return {
    key: username,
    emrn: `EMP${String(index + 1).padStart(6, '0')}`,
    firstName,
    lastName,
    username,
    email: `${username}@larkfield.example`,
    role,
    department,
    storeAccess: [...storeAccess],
    ...grants,
    isActive: true,
    pending: false,
    status: 'online',
    protection: null,
    lastSignInHoursAgo: stream('sign-in', username).int(1, 60),
    ...overrides,
    pagePermissions: (overrides.pagePermissions ?? grants.pagePermissions).filter(
      (page) => !without.includes(page),
    ),
  };
}
