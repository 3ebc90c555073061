import { dollarsOf } from '../../../../platform/web/format/amounts.ts';
import { exactTime } from '../../../../platform/web/time/moments.ts';
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
  lastLogin: 'Last login',
};

/** What the machine counts by; it tells a reader nothing. */
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

/** What an act changed, field by field, in words. */
export function listChanges(before: Fields, after: Fields): FieldChange[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields]
    .filter((field) => !internalFields.has(field))
    .map((field) => describe(field, before?.[field], after?.[field]))
    .filter(says);
}

/** What was nothing and is nothing, as in the fields a new record leaves empty, is left out. */
function says({ before, after, added, removed }: FieldChange): boolean {
  if (added || removed) return Boolean(added?.length || removed?.length);
  return (before ?? nothing) !== nothing || (after ?? nothing) !== nothing;
}

function describe(name: string, before: unknown, after: unknown): FieldChange {
  const field = fieldNames[name] ?? spelled(name);
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

/** `statusUntil` as `Status until`, `priceCents` as `Price`. */
function spelled(name: string): string {
  const valueLabels = name
    .replace(centsPattern, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${valueLabels.charAt(0).toUpperCase()}${valueLabels.slice(1)}`;
}

const nothing = 'none';
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(wordOf) : []);
const worded = (name: string) => (value: string) => valueLabels[name]?.(value) ?? value;

/** What stands inside a field: a record by its name, anything else by all it says. */
function wordOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(wordOf).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  if ('name' in value && typeof value.name === 'string') return value.name;
  return Object.entries(value)
    .map(([name, one]) => `${spelled(name).toLowerCase()} ${wordOf(one)}`)
    .join(', ');
}

function textOf(name: string, value: unknown): string {
  if (value === null || value === '') return nothing;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number' && centsPattern.test(name)) return dollarsOf(value);
  if (typeof value === 'string' && timePattern.test(value)) return exactTime(new Date(value));
  return worded(name)(wordOf(value));
}
