import * as z from 'zod/mini';

/** Ranks, lowest first: a role may act on accounts of its own rank or below. */
export const roles = ['employee', 'manager', 'general_manager', 'executive', 'admin'] as const;
export const departments = [
  'back_office',
  'sales',
  'service',
  'parts',
  'finance',
  'hr',
  'it',
] as const;
export const stores = ['ford', 'hyundai', 'chevrolet'] as const;

export const pages = [
  'dashboard',
  'customer_management',
  'document_management',
  'hr',
  'marketing',
  'fleet_operations',
  'reports',
  'utilities',
  'settings',
  'admin_panel',
] as const;

/** Shown beneath `admin_panel`; the last two can be granted, but are never listed in a form. */
export const adminPermissions = [
  'user_management',
  'system_overview',
  'system_connectors',
  'platform_integration',
  'admin_tools',
  'system_management',
] as const;

export const features = [
  'view_data',
  'create_records',
  'manage_users',
  'financial_reports',
  'audit_logs',
  'utilities',
  'full_access',
] as const;

export type Role = (typeof roles)[number];
export type Department = (typeof departments)[number];
export type Store = (typeof stores)[number];
export type Page = (typeof pages)[number];
export type AdminPermission = (typeof adminPermissions)[number];
export type Feature = (typeof features)[number];

export const role = z.enum(roles);
export const department = z.enum(departments);
export const storeAccess = z.array(z.enum([...stores, 'all']));
export const pagePermissions = z.array(z.enum([...pages, ...adminPermissions, 'all']));
export const featurePermissions = z.array(z.enum([...features, 'all']));

/** What an access decision needs to know about a signed-in user, in the browser and on the server. */
export interface Grants {
  role: Role;
  pagePermissions: readonly string[];
  featurePermissions: readonly string[];
  pending?: boolean | undefined;
  mustChangePassword?: boolean | undefined;
}

/** Where rights follow from someone’s job: with their department. */
export interface JobGrants extends Grants {
  department: string | null;
}

/** Those who lead a store or the group do every job in it, as far as their permissions go. */
export const storeLeaders: readonly Role[] = ['general_manager', 'executive', 'admin'];

/** Whether it is this person’s job: they are of one of these departments, or lead a store. */
export const isJobOf = (
  { role, department }: Pick<JobGrants, 'role' | 'department'>,
  inDepartments: readonly Department[],
): boolean => storeLeaders.includes(role) || inDepartments.some((one) => one === department);

/**
 * Who may call an endpoint.
 * - `public`: anyone.
 * - `session`: any live session, including users who wait for approval or must choose a new password.
 * - `signedIn`: an approved user; access is decided row by row.
 * - an object: an approved user with every permission it names.
 */
export type Access =
  | 'public'
  | 'session'
  | 'signedIn'
  | { page?: Page; feature?: Feature; admin?: AdminPermission; role?: Role };

/** Whether a user with these grants (null: not signed in) may use what `access` guards. */
export function permits(access: Access, grants: Grants | null): boolean {
  if (access === 'public') return true;
  if (!grants) return false;
  if (access === 'session') return true;
  if (grants.pending || grants.mustChangePassword) return false;
  if (access === 'signedIn') return true;
  return (
    (!access.page || holdsPage(grants, access.page)) &&
    (!access.feature || holdsFeature(grants, access.feature)) &&
    (!access.admin || grants.role === 'admin' || holdsPage(grants, access.admin)) &&
    (!access.role || grants.role === access.role)
  );
}

export function holdsPage(grants: Grants, permission: Page | AdminPermission): boolean {
  return grants.pagePermissions.includes(permission) || grants.pagePermissions.includes('all');
}

export function holdsFeature(grants: Grants, feature: Feature): boolean {
  const granted = grants.featurePermissions;
  return granted.includes(feature) || granted.includes('full_access') || granted.includes('all');
}
