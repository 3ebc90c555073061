import { departmentName, featureName, pageName, storeName } from '../rules/labels.ts';
import { roleLabel } from '../rules/role.ts';

type Fields = Record<string, unknown> | null;

/** One field of a record: from what to what, or what was added and taken away. */
export interface FieldChange {
  field: string;
  before?: string;
  after?: string;
  added?: string[];
  removed?: string[];
}

const fieldNames: Record<string, string> = {
  emrn: 'Employee number',
  firstName: 'First name',
  lastName: 'Last name',
  username: 'Username',
  email: 'Email',
  role: 'Role',
  department: 'Department',
  storeAccess: 'Stores',
  pagePermissions: 'Pages',
  featurePermissions: 'Features',
  isActive: 'Active',
  pending: 'Waiting for approval',
};

const words: Record<string, (value: string) => string> = {
  role: roleLabel,
  department: departmentName,
  storeAccess: storeName,
  pagePermissions: pageName,
  featurePermissions: featureName,
};

/** What an act changed, field by field, in words. */
export function listChanges(before: Fields, after: Fields): FieldChange[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields].map((field) => describe(field, before?.[field], after?.[field]));
}

function describe(name: string, before: unknown, after: unknown): FieldChange {
  const field = fieldNames[name] ?? name;
  if (Array.isArray(before) || Array.isArray(after)) {
    const [old, fresh] = [listOf(before), listOf(after)];
    return {
      field,
      added: fresh.filter((one) => !old.includes(one)).map(worded(name)),
      removed: old.filter((one) => !fresh.includes(one)).map(worded(name)),
    };
  }
  return {
    field,
    ...(before !== undefined && { before: textOf(name, before) }),
    ...(after !== undefined && { after: textOf(name, after) }),
  };
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const worded = (name: string) => (value: string) => words[name]?.(value) ?? value;

function textOf(name: string, value: unknown): string {
  if (value === null || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return worded(name)(typeof value === 'object' ? JSON.stringify(value) : String(value));
}
