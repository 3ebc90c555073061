import { departments, type Store, stores } from '../../../../platform/contract/access.ts';
import {
  departmentNames,
  homeStoreName,
  homeStoreNames,
  storeNames,
} from '../../../../platform/contract/names.ts';
import type { Phone } from '../../../../platform/contract/phones.ts';
import type { FilterField } from '../../../../platform/web/records/filters.ts';
import { optionsOf } from '../../../../platform/web/records/filters.ts';
import type { Tone } from '../../../../platform/web/ui/Badge.tsx';
import type { EquipmentKind, PersonalGroup } from '../../contract/fields.ts';
import type { NoteKind, PayUnit } from '../../contract/private.ts';
import { storeFilters } from '../../contract.ts';

export const peopleHref = '/people';
export const employeeHref = (employeeId: number) => `${peopleHref}?employee=${employeeId}`;

type StoreFilter = (typeof storeFilters)[number];
export const storeFilterField = (
  value: StoreFilter | undefined,
  offered: readonly StoreFilter[] = storeFilters,
): FilterField | false =>
  offered.length > 1 && {
    name: 'store',
    label: 'Store',
    options: optionsOf('All stores', offered, homeStoreNames),
    value: value ?? '',
  };

export const departmentField = (value: string | undefined): FilterField => ({
  name: 'department',
  label: 'Department',
  options: optionsOf('All departments', departments, departmentNames),
  value: value ?? '',
});

/** The stores that HR may choose as a home store; the present one stays among them, if there is one. */
export const storeOptionsOf = (
  offered: readonly Store[],
  withGroup: boolean,
  now?: Store | null,
) => [
  ...(withGroup || now === null ? [{ value: '', label: homeStoreName(null) }] : []),
  ...stores
    .filter((store) => offered.includes(store) || store === now)
    .map((value) => ({ value, label: storeNames[value] })),
];

export const payUnitNames: Record<PayUnit, string> = {
  hour: 'per hour',
  flag_hour: 'per flag hour',
  month: 'per month',
  year: 'per year',
};

export const equipmentNames: Record<EquipmentKind, string> = {
  key: 'Key',
  plate: 'Plate',
  uniform: 'Uniform',
  device: 'Device',
  other: 'Other',
};

export const groupNames: Record<PersonalGroup, string> = {
  name: 'Preferred name',
  contact: 'Private contact',
  emergency: 'Emergency contacts',
};

export const noteNames: Record<NoteKind, string> = {
  medical: 'Medical',
  discipline: 'Discipline',
  praise: 'Praise',
};
export const noteTones: Record<NoteKind, Tone> = {
  medical: 'info',
  discipline: 'warning',
  praise: 'success',
};

/** A link that dials. */
export const dialOf = ({ e164, extension }: Phone) =>
  `tel:${e164}${extension && `;ext=${extension}`}`;

/** The org chart, opened down to this person. */
export const chartHref = (employeeId: number) => `${peopleHref}?view=chart&person=${employeeId}`;
