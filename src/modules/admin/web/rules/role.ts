import { type Role, roles } from '../../../../platform/contract/access.ts';

/** The role a click on the badge leads to: one rank up, and from admin back to employee. */
export function nextRole(role: Role): Role {
  return roles[(roles.indexOf(role) + 1) % roles.length] ?? 'employee';
}

/** `general_manager` as it is shown. */
export function roleLabel(role: string): string {
  return role.replaceAll('_', ' ');
}

export function rankOf(role: Role): number {
  return roles.indexOf(role);
}
