import type { Department, Role, Store } from './access.ts';

/** Display labels in sentence case. */
export const departmentNames: Record<Department, string> = {
  back_office: 'Back office',
  sales: 'Sales',
  service: 'Service',
  parts: 'Parts',
  finance: 'Finance',
  hr: 'HR',
  it: 'IT',
};

export const storeNames: Record<Store, string> = {
  ford: 'Ford',
  hyundai: 'Hyundai',
  chevrolet: 'Chevrolet',
};

/** Names of the values of `storeAccess`. */
export const storeAccessNames: Record<Store | 'all', string> = { ...storeNames, all: 'All stores' };

export const roleNames: Record<Role, string> = {
  employee: 'Employee',
  manager: 'Manager',
  general_manager: 'General manager',
  executive: 'Executive',
  admin: 'Admin',
};
