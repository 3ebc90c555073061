import type { ComponentType } from 'react';
import type { CurrentUser } from '../../../access/contract.ts';
import type { EmployeePage } from '../../contract/employee.ts';

/** A tab of an employee’s page that belongs to another module. */
export interface EmployeeExtension {
  /** As `tab` in the address. */
  id: string;
  label: string;
  isFor: (user: CurrentUser, employee: EmployeePage) => boolean;
  Part: ComponentType<{ employee: EmployeePage; isOwn: boolean }>;
}
