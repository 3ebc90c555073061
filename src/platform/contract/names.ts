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

/** Home stores of employees; `group`: someone who works for all stores. */
export const homeStoreNames: Record<Store | 'group', string> = {
  ...storeNames,
  group: 'Whole group',
};
/** Null: the whole group. */
export const homeStoreName = (store: Store | null) => homeStoreNames[store ?? 'group'];

/** Null: the store where hours were worked is not recorded. */
export const workedStoreName = (store: Store | null): string =>
  store === null ? 'Store not recorded' : storeNames[store];

/** Names of the values of `storeAccess`. */
export const storeAccessNames: Record<Store | 'all', string> = { ...storeNames, all: 'All stores' };

export const roleNames: Record<Role, string> = {
  employee: 'Employee',
  manager: 'Manager',
  general_manager: 'General manager',
  executive: 'Executive',
  admin: 'Admin',
};
