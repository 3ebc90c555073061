import type { Errors } from '../../../../platform/web/forms/useRecordForm.ts';
import { isSafeLink, linkRule } from '../../contract/links.ts';
import { newShortcut, type Shortcut, titleAndUrlRequired } from '../../contract.ts';

export type Values = Omit<Shortcut, 'id' | 'version' | 'order'>;

export const emptyValues = (): Values => ({
  ...newShortcut,
  title: '',
  url: '',
  roles: [],
  departments: [],
  stores: [],
});

export function valuesOf({ id: _id, version: _version, order: _order, ...values }: Shortcut) {
  return values;
}

/** As the form names them. */
export const fieldNames: Partial<Record<keyof Values, string>> = {
  title: 'Title',
  url: 'URL',
  description: 'Description',
  category: 'Category',
  icon: 'Icon',
  isGlobal: 'Access level',
  roles: 'Roles',
  departments: 'Departments',
  stores: 'Stores',
  isActive: 'Active',
};

export function checkValues({ title, url, isGlobal, ...lists }: Values): Errors {
  const errors: Errors = {};
  const link = url.trim();
  const isEmpty = lists.roles.length + lists.departments.length + lists.stores.length === 0;
  if (!title.trim()) errors.title = titleAndUrlRequired;
  if (!link) errors.url = titleAndUrlRequired;
  else if (!isSafeLink(link)) errors.url = linkRule;
  if (!isGlobal && isEmpty) errors.roles = 'Choose at least one role, department or store';
  return errors;
}
