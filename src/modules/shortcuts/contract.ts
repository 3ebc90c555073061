import * as z from 'zod/mini';
import { department, departments, role, roles, stores } from '../../platform/contract/access.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { id, idParam, message, version } from '../../platform/contract/fields.ts';
import { serverEvent } from '../../platform/contract/socket.ts';
import { isSafeLink, linkRule } from './contract/links.ts';

export const maxShortcuts = 200;
export const titleMaxLength = 200;
export const urlMaxLength = 2_000;

/** The defaults of a new shortcut. */
export const newShortcut = {
  description: '',
  icon: 'ExternalLink',
  category: 'General',
  isGlobal: true,
  isActive: true,
  order: 0,
} as const;

const store = z.enum(stores);

/** A shortcut that is not global is shown to users who match every non-empty list; three empty lists match no one. */
const audience = {
  isGlobal: z.boolean(),
  roles: z.array(role),
  departments: z.array(department),
  stores: z.array(store),
};

export const shortcut = z.object({
  id: z.number(),
  title: z.string(),
  url: z.string(),
  description: z.string(),
  icon: z.string(),
  category: z.string(),
  ...audience,
  /** Only administrators see inactive shortcuts. */
  isActive: z.boolean(),
  order: z.number(),
  version,
});
export type Shortcut = z.output<typeof shortcut>;

const line = (max: number) => z.string().check(z.trim(), z.maxLength(max));
/** Blank is allowed here: `refine` rejects it with one message for title and URL. */
const title = line(titleMaxLength);
const url = line(urlMaxLength).check(
  z.refine((value) => value === '' || isSafeLink(value), { error: linkRule }),
);
const category = line(100);
const icon = z.string().check(z.regex(/^[A-Z][A-Za-z0-9]{0,49}$/));
const order = z.number().check(z.int(), z.minimum(-1_000_000), z.maximum(1_000_000));
const lists = {
  roles: z.optional(z.array(role).check(z.maxLength(roles.length))),
  departments: z.optional(z.array(department).check(z.maxLength(departments.length))),
  stores: z.optional(z.array(store).check(z.maxLength(stores.length))),
};

export const titleAndUrlRequired = 'Title and URL are required';
const hasText = (text: string) => /[^\p{C}\p{Z}]/u.test(text);

export const listShortcuts = endpoint({
  method: 'GET',
  path: '/api/heimdall-links',
  summary: 'List the shortcuts visible to you, in order; administrators see all of them',
  access: 'signedIn',
  reply: z.array(shortcut),
});

export const createShortcut = endpoint({
  method: 'POST',
  path: '/api/heimdall-links',
  summary: 'Add a shortcut',
  access: { role: 'admin' },
  body: {
    title: z._default(title, ''),
    url: z._default(url, ''),
    description: z._default(line(500), newShortcut.description),
    icon: z._default(icon, newShortcut.icon),
    category: z._default(category, newShortcut.category),
    isGlobal: z._default(z.boolean(), newShortcut.isGlobal),
    ...lists,
    isActive: z._default(z.boolean(), newShortcut.isActive),
    order: z._default(order, newShortcut.order),
  },
  refine: ({ title, url }) => (hasText(title) && url ? undefined : titleAndUrlRequired),
  reply: shortcut,
  status: 201,
});

export const updateShortcut = endpoint({
  method: 'PATCH',
  path: '/api/heimdall-links/:shortcutId',
  summary: 'Update a shortcut; with `version`, only if it is still the current one',
  access: { role: 'admin' },
  params: { shortcutId: idParam },
  body: {
    title: z.optional(title),
    url: z.optional(url),
    description: z.optional(line(500)),
    icon: z.optional(icon),
    category: z.optional(category),
    isGlobal: z.optional(z.boolean()),
    ...lists,
    isActive: z.optional(z.boolean()),
    order: z.optional(order),
    version: z.optional(version),
  },
  refine: ({ title, url }) =>
    (title !== undefined && !hasText(title)) || url === '' ? titleAndUrlRequired : undefined,
  reply: shortcut,
});

export const deleteShortcut = endpoint({
  method: 'DELETE',
  path: '/api/heimdall-links/:shortcutId',
  summary: 'Delete a shortcut; it can be restored',
  access: { role: 'admin' },
  params: { shortcutId: idParam },
  reply: message,
});

export const restoreShortcut = endpoint({
  method: 'POST',
  path: '/api/heimdall-links/:shortcutId/restore',
  summary: 'Restore a deleted shortcut',
  access: { role: 'admin' },
  params: { shortcutId: idParam },
  reply: shortcut,
});

export const orderShortcuts = endpoint({
  method: 'PUT',
  path: '/api/heimdall-links/order',
  summary: 'Reorder the shortcuts; those not listed come last',
  access: { role: 'admin' },
  body: { ids: z.array(id).check(z.maxLength(maxShortcuts)) },
  refine: ({ ids }) =>
    new Set(ids).size < ids.length ? 'List each shortcut only once.' : undefined,
  reply: z.array(shortcut),
});

/** The shortcuts or the dashboard configuration changed; clients refetch. */
export const heimdallChanged = serverEvent('heimdall_changed', {});
