import type { Department, Role } from '../../../../../platform/contract/access.ts';
import type { AnyEndpoint, RequestOf } from '../../../../../platform/contract/endpoint.ts';
import { findPasswordProblem } from '../../../../../platform/contract/fields.ts';
import type { ValueTexts } from '../../../../../platform/web/forms/changes.ts';
import type { Errors } from '../../../../../platform/web/forms/useRecordForm.ts';
import type { User } from '../../../../people/contract.ts';
import type { createUser, updateUser } from '../../../contract.ts';
import { departmentName, featureName, pageName, roleTitle, storeName } from '../../rules/labels.ts';
import { noRights, type Rights, rightsOf, sameList } from '../../rules/rights.ts';

/** The form values. */
export interface Values extends Rights {
  /** Null until something is typed: the proposed number of a new account. */
  emrn: string | null;
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

type Body<E extends AnyEndpoint> = NonNullable<RequestOf<E>['body']>;

export const emptyValues: Values = {
  emrn: null,
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
    ...rightsOf(user),
  };
}

/** As the screen names them. */
export const fieldNames: Partial<Record<keyof Values, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  username: 'Username',
  role: 'Role',
  department: 'Department',
  storeAccess: 'Stores',
  pagePermissions: 'Page permissions',
  featurePermissions: 'Feature permissions',
  isActive: 'Active',
};

const listOf = (nameOf: (value: string) => string) => (values: readonly string[]) =>
  values.includes('all') ? nameOf('all') : values.map(nameOf).join(', ');

export const valueTexts: ValueTexts<Values> = {
  firstName: String,
  lastName: String,
  username: String,
  role: roleTitle,
  department: departmentName,
  storeAccess: listOf(storeName),
  pagePermissions: listOf(pageName),
  featurePermissions: listOf(featureName),
  isActive: (isActive) => (isActive ? 'Yes' : 'No'),
};

/** The permissions, where a different order of a list is not a change. */
export function inOrderOf(base: Rights, rights: Rights): Rights {
  const keys = ['pagePermissions', 'featurePermissions', 'storeAccess'] as const;
  const same = keys.filter((key) => sameList(base[key], rights[key]));
  return { ...rights, ...Object.fromEntries(same.map((key) => [key, base[key]])) };
}

/** Validation in the browser before submitting. */
export function checkValues(values: Values, isNew: boolean): Errors {
  const errors: Errors = {};
  if (!values.firstName.trim()) errors.firstName = 'First name is required';
  if (!values.lastName.trim()) errors.lastName = 'Last name is required';
  if (!values.username.trim()) errors.username = 'Username is required';
  if (isNew && !values.email.trim()) errors.email = 'Email is required';
  if (isNew && !values.password) errors.password = 'Password is required';
  const passwordProblem = values.password && findPasswordProblem(values.password);
  if (passwordProblem) errors.password = passwordProblem;
  return errors;
}

export function createBody(values: Values, proposedEmrn: string): Body<typeof createUser> {
  const { emrn, department, ...rest } = values;
  const number = emrn ?? proposedEmrn;
  return { ...rest, ...(number && { emrn: number }), department: department || null };
}

export function updateBody(values: Values, version: number): Body<typeof updateUser> {
  const { emrn, password, department, ...rest } = values;
  return {
    ...rest,
    ...(emrn !== null && { emrn }),
    ...(password && { password }),
    department: department || null,
    version,
  };
}
