import { departments } from '../../../../platform/contract/access.ts';

/** `back_office` becomes `Back Office`. */
export const titled = (name: string): string =>
  name.length <= 2
    ? name.toUpperCase()
    : name.replaceAll('_', ' ').replace(/\b\w/g, (letter) => letter.toUpperCase());

export const storeOptions = (stores: readonly string[]) => [
  { value: '', label: 'All my stores' },
  ...stores.map((value) => ({ value, label: titled(value) })),
];

export const departmentOptions = [
  { value: '', label: 'All departments' },
  ...departments.map((value) => ({ value, label: titled(value) })),
];

export const showOptions = [
  { value: '', label: 'Everyone' },
  { value: 'attention', label: 'Needs attention' },
  { value: 'open', label: 'Not approved' },
  { value: 'working', label: 'On shift now' },
];
