import { type Grants, permits } from '../../../../platform/contract/access.ts';

export const adminTabs = [
  { value: 'users', label: 'User Management' },
  { value: 'system', label: 'System Management' },
] as const;
export type AdminTab = (typeof adminTabs)[number]['value'];

/** The tabs this user may see, in order; the first is shown by default. */
export function availableTabs(grants: Grants): AdminTab[] {
  const system =
    permits({ admin: 'system_management' }, grants) ||
    permits({ admin: 'system_overview' }, grants) ||
    permits({ admin: 'system_connectors' }, grants);
  const users = managesPeople(grants) || (!system && permits({ admin: 'admin_tools' }, grants));
  return [...(users ? (['users'] as const) : []), ...(system ? (['system'] as const) : [])];
}

/** Without it user management is read-only. */
export function managesPeople(grants: Grants): boolean {
  return permits({ admin: 'user_management' }, grants);
}
