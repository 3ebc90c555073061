import { dollarsOf } from '../../../../platform/web/format/amounts.ts';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { departmentName, featureName, pageName, storeName } from '../rules/labels.ts';
import { roleLabel } from '../rules/role.ts';

type Fields = Record<string, unknown> | null;

/** A changed field: its old and new value, or the added and removed values. */
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
  lastLogin: 'Last login',
};

/** Internal fields, of no use to a reader. */
const internalFields = new Set(['id', 'version', 'clientId']);
const timePattern = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const centsPattern = /Cents$/;

const valueLabels: Record<string, (value: string) => string> = {
  role: roleLabel,
  department: departmentName,
  storeAccess: storeName,
  pagePermissions: pageName,
  featurePermissions: featureName,
};

/** The changes of an entry, field by field, as text. */
export function listChanges(before: Fields, after: Fields): FieldChange[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields]
    .filter((field) => !internalFields.has(field))
    .map((field) => describe(field, before?.[field], after?.[field]))
    .filter(isChange);
}

/** Omits fields that were empty and still are, as in a new record. */
function isChange({ before, after, added, removed }: FieldChange): boolean {
  if (added || removed) return Boolean(added?.length || removed?.length);
  return (before ?? emptyText) !== emptyText || (after ?? emptyText) !== emptyText;
}

function describe(name: string, before: unknown, after: unknown): FieldChange {
  const field = fieldNames[name] ?? fieldLabel(name);
  if (Array.isArray(before) || Array.isArray(after)) {
    const old = listOf(before);
    const fresh = listOf(after);
    return {
      field,
      added: fresh.filter((one) => !old.includes(one)).map(valueLabel(name)),
      removed: old.filter((one) => !fresh.includes(one)).map(valueLabel(name)),
    };
  }
  return {
    field,
    ...(before !== undefined && { before: textOf(name, before) }),
    ...(after !== undefined && { after: textOf(name, after) }),
  };
}

/** `statusUntil` as `Status until`, `priceCents` as `Price`. */
function fieldLabel(name: string): string {
  const text = name
    .replace(centsPattern, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

const emptyText = 'none';
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(valueText) : []);
const valueLabel = (name: string) => (value: string) => valueLabels[name]?.(value) ?? value;

/** The text of a value: a record by its name, anything else by its fields. */
function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  if ('name' in value && typeof value.name === 'string') return value.name;
  return Object.entries(value)
    .map(([name, one]) => `${fieldLabel(name).toLowerCase()} ${valueText(one)}`)
    .join(', ');
}

function textOf(name: string, value: unknown): string {
  if (value === null || value === '') return emptyText;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number' && centsPattern.test(name)) return dollarsOf(value);
  if (typeof value === 'string' && timePattern.test(value)) return exactTime(new Date(value));
  return valueLabel(name)(valueText(value));
}
