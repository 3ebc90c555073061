import type { ReactNode } from 'react';
import type { Store } from '../../contract/access.ts';
import { isMonth, longMonth, monthsUpTo } from '../../contract/calendar.ts';
import { storeNames } from '../../contract/names.ts';
import { today } from '../time/days.ts';
import type { SelectOption } from '../ui/SelectField.tsx';

interface AnyField {
  /** Its parameter in the address. */
  name: string;
  label: string;
  /** Whether it filters; by default, whether its parameter is set. */
  isActive?: boolean;
  /** Seldom used: only behind the button that opens all filters. */
  isRare?: boolean;
}

/** A filter that is chosen from a list. */
export interface FilterField extends AnyField {
  options: readonly SelectOption[];
  value: string;
  /** The changes to the address, if a choice sets more than its own parameter. */
  changes?: (value: string) => Record<string, string | null>;
}

/** A filter with controls of its own. */
export interface OwnFilterField extends AnyField {
  inBar: ReactNode;
  inSheet: ReactNode;
}

/** Reads filters from the address; what is not valid counts as absent. */
export function readFilters(query: URLSearchParams) {
  const text = (name: string) => query.get(name)?.trim() || undefined;
  return {
    text,
    oneOf: <V extends string>(name: string, known: readonly V[]) =>
      known.find((value) => value === text(name)),
    id(name: string) {
      const id = text(name) ?? '';
      return /^[1-9]\d{0,8}$/.test(id) ? Number(id) : undefined;
    },
    month(name: string) {
      const month = text(name) ?? '';
      return isMonth(month) ? month : undefined;
    },
  };
}

/** Options for these values, below one for all of them. */
export const optionsOf = <V extends string>(
  all: string,
  values: readonly V[],
  names: Record<V, string>,
): SelectOption[] => [
  { value: '', label: all },
  ...values.map((value) => ({ value, label: names[value] })),
];

/** Only with more than one store to choose from. */
export const storeField = (stores: readonly Store[], value: Store | undefined) =>
  stores.length > 1 && {
    name: 'store',
    label: 'Store',
    options: optionsOf('All stores', stores, storeNames),
    value: value ?? '',
  };

interface MonthField extends Pick<FilterField, 'name' | 'label'> {
  /** The option for all months. */
  all: string;
  /** Before the month: `Closed in November 2026`. */
  prefix: string;
  value: string | undefined;
}

export const monthField = ({ name, label, all, prefix, value }: MonthField): FilterField => ({
  name,
  label,
  options: [
    { value: '', label: all },
    ...monthsUpTo(today(), value).map((month) => ({
      value: month,
      label: `${prefix} ${longMonth(month)}`,
    })),
  ],
  value: value ?? '',
});

interface EmployeeField extends Pick<FilterField, 'name' | 'label'> {
  /** The option for all employees. */
  all: string;
  staff: readonly { id: number; name: string }[];
  /** An id, or an option besides the employees. */
  value: number | string | undefined;
}

export const employeeField = ({ name, label, all, staff, value }: EmployeeField): FilterField => ({
  name,
  label,
  options: [
    { value: '', label: all },
    ...staff.map((one) => ({ value: String(one.id), label: one.name })),
  ],
  value: String(value ?? ''),
});
