import type {
  AdminPermission,
  Department,
  Feature,
  Page,
  Role,
} from '../../src/platform/contract/access.ts';

export type PagePermission = Page | AdminPermission | 'all';
export type FeaturePermission = Feature | 'all';

export interface Granted {
  pagePermissions: PagePermission[];
  featurePermissions: FeaturePermission[];
}

const businessPages: Page[] = [
  'dashboard',
  'customer_management',
  'document_management',
  'hr',
  'marketing',
  'fleet_operations',
  'reports',
  'utilities',
  'settings',
];

const staffPages: Record<Department, PagePermission[]> = {
  back_office: [
    'dashboard',
    'customer_management',
    'document_management',
    'marketing',
    'reports',
    'utilities',
  ],
  sales: [
    'dashboard',
    'customer_management',
    'document_management',
    'fleet_operations',
    'utilities',
  ],
  service: ['dashboard', 'customer_management', 'fleet_operations', 'utilities'],
  parts: ['dashboard', 'customer_management', 'document_management', 'utilities'],
  finance: ['dashboard', 'customer_management', 'document_management', 'reports', 'utilities'],
  hr: ['dashboard', 'document_management', 'hr', 'reports', 'utilities'],
  it: [
    'dashboard',
    'utilities',
    'settings',
    'admin_panel',
    'admin_tools',
    'system_overview',
    'system_connectors',
  ],
};

const leadPages: Partial<Record<Department, PagePermission[]>> = {
  sales: ['hr', 'marketing', 'reports', 'settings'],
  service: ['document_management', 'hr', 'reports', 'settings'],
  parts: ['fleet_operations', 'hr', 'reports', 'settings'],
  finance: ['fleet_operations', 'settings'],
  back_office: ['settings'],
  hr: ['settings'],
};

/** Everything a person of this role and department starts with; single overrides come after. */
export function grantsFor(role: Role, department: Department): Granted {
  const staff = staffPages[department];
  switch (role) {
    case 'admin':
      return { pagePermissions: ['all'], featurePermissions: ['all'] };
    case 'executive':
      return {
        pagePermissions: [...businessPages],
        featurePermissions: ['view_data', 'financial_reports', 'audit_logs', 'utilities'],
      };
    case 'general_manager':
      return {
        pagePermissions: [...businessPages],
        featurePermissions: [
          'view_data',
          'create_records',
          'manage_users',
          'financial_reports',
          'audit_logs',
          'utilities',
        ],
      };
    case 'manager':
      return {
        pagePermissions: [...staff, ...(leadPages[department] ?? [])],
        featurePermissions:
          department === 'hr'
            ? ['view_data', 'create_records', 'manage_users', 'utilities']
            : ['view_data', 'create_records', 'financial_reports', 'utilities'],
      };
    case 'employee':
      return {
        pagePermissions: [...staff],
        featurePermissions: ['view_data', 'create_records', 'utilities'],
      };
  }
}
