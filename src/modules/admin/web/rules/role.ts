import { type Role, roles } from '../../../../platform/contract/access.ts';

/** The next role after a click on the badge: one rank up, and from admin back to employee. */
export function nextRole(role: Role): Role {
  return roles[(roles.indexOf(role) + 1) % roles.length] ?? 'employee';
}

/** `general_manager` as `general manager`. */
export function roleLabel(role: string): string {
  return role.replaceAll('_', ' ');
}

export function rankOf(role: Role): number {
  return roles.indexOf(role);
}

/** The effect of one of the two highest roles; undefined for the others. */
export function topRoleEffect(role: Role): string | undefined {
  if (role === 'admin') {
    return 'Admins can create, change, disable and delete every account that is not protected, grant any permission, and change settings for the whole group.';
  }
  if (role === 'executive') {
    return 'Executives lead every store they have access to, and only executives and admins can change their account. With User Management they can change everyone up to executive.';
  }
  return undefined;
}
