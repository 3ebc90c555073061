import type { Department, Role } from '../../../../../platform/contract/access.ts';
import type { AnyEndpoint, RequestOf } from '../../../../../platform/contract/endpoint.ts';
import type { User } from '../../../../people/contract.ts';
import type { createUser, updateUser } from '../../../contract.ts';
import { noRights, type Rights, sameList } from '../../rules/rights.ts';

/** The form values. */
export interface Values extends Rights {
  emrn: string;
  firstName: string;
  lastName: string;
  username: string;
  email: string;
  /** Empty on edit keeps the current password. */
  password: string;
  role: Role;
  department: Department | '';
  isActive: boolean;
}

export type Errors = Partial<Record<keyof Values, string>>;
type Body<E extends AnyEndpoint> = NonNullable<RequestOf<E>['body']>;

export const emptyValues: Values = {
  emrn: '',
  firstName: '',
  lastName: '',
  username: '',
  email: '',
  password: '',
  role: 'employee',
  department: '',
  isActive: true,
  ...noRights,
};

export function valuesOf(user: User): Values {
  const { emrn, firstName, lastName, username, email, role, isActive } = user;
  const { pagePermissions, featurePermissions, storeAccess } = user;
  return {
    emrn,
    firstName,
    lastName,
    username,
    email,
    password: '',
    role,
    isActive,
    department: user.department ?? '',
    pagePermissions,
    featurePermissions,
    storeAccess,
  };
}

/** The changed fields, in the order of the form. */
export function changedFields(before: Values, after: Values): (keyof Values)[] {
  const keys = Object.keys(emptyValues) as (keyof Values)[];
  return keys.filter((key) => !same(before[key], after[key]));
}

/** The newer version with the own edits on top. */
export function rebased(typed: Values, base: Values, newer: Values): Values {
  const own = changedFields(base, typed).map((key) => [key, typed[key]]);
  return { ...newer, ...Object.fromEntries(own) };
}

/** The fields that both changed to different values. */
export function conflictingFields(typed: Values, base: Values, newer: Values): (keyof Values)[] {
  const theirs = changedFields(base, newer);
  return changedFields(base, typed).filter(
    (key) => theirs.includes(key) && !same(typed[key], newer[key]),
  );
}

/** Validation in the browser before submitting. */
export function checkValues(values: Values, isNew: boolean): Errors {
  const errors: Errors = {};
  if (!values.firstName.trim()) errors.firstName = 'First name is required';
  if (!values.lastName.trim()) errors.lastName = 'Last name is required';
  if (!values.username.trim()) errors.username = 'Username is required';
  if (isNew && !values.email.trim()) errors.email = 'Email is required';
  if (isNew && !values.password) errors.password = 'Password is required';
  if (values.password && values.password.length < 8) {
    errors.password = 'Password must be at least 8 characters';
  }
  return errors;
}

export function createBody(values: Values): Body<typeof createUser> {
  const { emrn, department, ...rest } = values;
  return { ...rest, ...(emrn && { emrn }), department: department || null };
}

export function updateBody(values: Values, version: number): Body<typeof updateUser> {
  const { password, department, ...rest } = values;
  return { ...rest, ...(password && { password }), department: department || null, version };
}

function same(one: Values[keyof Values], other: Values[keyof Values]): boolean {
  return Array.isArray(one) && Array.isArray(other) ? sameList(one, other) : one === other;
}
