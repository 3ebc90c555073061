import { type Grants, permits, type Store, stores } from '../../../platform/contract/access.ts';
import { homeStoreNames } from '../../../platform/contract/names.ts';

/** Payroll: locks, exports and settings. */
export const payrollAccess = { page: 'hr', feature: 'manage_users' } as const;
/** Employees and managers work in their timesheets. */
export const sheetAccess = { feature: 'utilities' } as const;

/** What is locked and exported at once: the employees of a home store, or those without one. */
export const units = [...stores, 'group'] as const;
export type Unit = (typeof units)[number];

export const unitNames: Record<Unit, string> = homeStoreNames;

interface Viewer extends Grants {
  storeAccess: readonly string[];
}

/** The units whose payroll someone runs. Those without a home store are for those who have all stores. */
export function payrollUnits(viewer: Viewer): Unit[] {
  if (!permits(payrollAccess, viewer)) return [];
  if (viewer.storeAccess.includes('all')) return [...units];
  return stores.filter((store) => viewer.storeAccess.includes(store));
}

export const unitOf = (store: Store | null): Unit => store ?? 'group';
