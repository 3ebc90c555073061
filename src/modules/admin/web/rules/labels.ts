import {
  type AdminPermission,
  departments,
  type Feature,
  features,
  type Page,
  pages,
  roles,
  stores,
} from '../../../../platform/contract/access.ts';
import {
  departmentNames,
  roleNames,
  storeAccessNames,
} from '../../../../platform/contract/names.ts';
import { listedAdminPermissions } from './rights.ts';

const pageNames: Record<Page | AdminPermission, string> = {
  dashboard: 'Dashboard',
  customer_management: 'Customer Management',
  document_management: 'Document Management',
  hr: 'HR',
  marketing: 'Marketing',
  fleet_operations: 'Fleet Operations',
  reports: 'Reports',
  utilities: 'Utilities',
  settings: 'Settings',
  admin_panel: 'Admin Panel',
  user_management: 'User Management',
  system_overview: 'System Overview',
  system_connectors: 'System Connectors',
  platform_integration: 'Platform Integration',
  admin_tools: 'Admin Tools',
  system_management: 'System Management',
};

const featureNames: Record<Feature, string> = {
  view_data: 'View Data',
  create_records: 'Create Records',
  manage_users: 'Manage Users',
  financial_reports: 'Financial Reports',
  audit_logs: 'Audit Logs',
  utilities: 'Utilities',
  full_access: 'Full Access',
};

const nameIn = (names: Record<string, string>) => (value: string) => names[value] ?? value;
export const pageName = nameIn({ ...pageNames, all: 'All pages' });
export const featureName = nameIn({ ...featureNames, all: 'All features' });
export const departmentName = nameIn(departmentNames);
export const storeName = nameIn(storeAccessNames);
/** With a capital: `General manager`. */
export const roleTitle = nameIn(roleNames);

export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`;

const option =
  <V extends string>(name: (value: string) => string) =>
  (value: V) => ({
    value,
    label: name(value),
  });

export const options = {
  role: roles.map(option(roleTitle)),
  department: departments.map(option(departmentName)),
  page: pages.map(option(pageName)),
  admin: listedAdminPermissions.map(option(pageName)),
  feature: features.map(option(featureName)),
  store: [...stores, 'all'].map(option(storeName)),
};
