import * as z from 'zod/mini';
import {
  department,
  featurePermissions,
  pagePermissions,
  role,
  storeAccess,
  stores,
} from '../../platform/contract/access.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { freeText, time } from '../../platform/contract/fields.ts';
import { serverEvent } from '../../platform/contract/socket.ts';

export const statuses = [
  'online',
  'away',
  'unavailable',
  'invisible',
  'in-meeting',
  'on-vacation',
] as const;
export type Status = (typeof statuses)[number];
export const status = z.enum(statuses);
/** The status others see: `offline` is never chosen, only shown. */
export const shownStatus = z.enum([...statuses, 'offline']);
export type ShownStatus = z.output<typeof shownStatus>;

export const protection = z.nullable(z.enum(['protected', 'system_bot']));

/** What every approved user may see of a colleague. */
export const person = z.object({
  id: z.number(),
  firstName: z.string(),
  lastName: z.string(),
  /** The display name: first and last name, with the username if someone else has the same name. */
  shownName: z.string(),
  username: z.string(),
  email: z.string(),
  role,
  department: z.nullable(department),
  isActive: z.boolean(),
  status: shownStatus,
  /** The status message, such as “In the service lane”, and its end time. */
  statusMessage: z.nullable(z.string()),
  statusUntil: z.nullable(z.string()),
  protection,
});
export type Person = z.output<typeof person>;

/** The full record: for the person themselves and people with user management. */
export const user = z.extend(person, {
  emrn: z.string(),
  storeAccess,
  pagePermissions,
  featurePermissions,
  lastLogin: z.nullable(z.string()),
  pending: z.boolean(),
  /** Whether the person, or an administrator for them, confirmed the email address. */
  emailConfirmed: z.boolean(),
  /** Incremented by every change, so that an editor detects a concurrent change. */
  version: z.number(),
});
export type User = z.output<typeof user>;

/** A requested name change, until it is approved or declined. */
export const nameRequest = z.object({
  id: z.number(),
  userId: z.number(),
  currentName: z.string(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  askedAt: time,
});
export type NameRequest = z.output<typeof nameRequest>;

export const pagination = z.object({
  current: z.number(),
  /** The number of pages. */
  total: z.number(),
  limit: z.number(),
  totalUsers: z.number(),
});

/** A bare list of users is all of them. */
const onePageOf = (count: number) => ({ current: 1, total: 1, limit: count, totalUsers: count });

/** Whether an account can sign in; `waiting`: a registration that is not approved yet. */
export const accountStates = ['active', 'disabled', 'waiting'] as const;
/** By name unless another order is asked for; `-` reverses one. */
export const userSorts = ['name', '-role', '-lastLogin', 'lastLogin'] as const;

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/users',
  summary: 'Users of the group, by name; the full record only with user management',
  access: 'signedIn',
  query: {
    search: freeText(200),
    role: z.optional(role),
    department: z.optional(department),
    /** As in the full record: `store`, `waiting` and the order by last login require user management. */
    store: z.optional(z.enum(stores)),
    state: z.optional(z.enum(accountStates)),
    sort: z._default(z.enum(userSorts), 'name'),
    page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 20),
  },
  reply: z.object({ users: z.array(z.union([user, person])), pagination }),
  replyOfList: (list) => ({ users: list as (User | Person)[], pagination: onePageOf(list.length) }),
});

export const userCreated = serverEvent('user_created', { user: z.union([user, person]) });
export const userUpdated = serverEvent('user_updated', {
  userId: z.number(),
  user: z.union([user, person]),
});
export const userDeleted = serverEvent('user_deleted', { userId: z.number() });
export const userRoleChanged = serverEvent('user_role_changed', {
  userId: z.number(),
  newRole: role,
});
/** `newStatus`: whether the account is active now. */
export const userStatusToggled = serverEvent('user_status_toggled', {
  userId: z.number(),
  newStatus: z.boolean(),
});

/** The person's current permissions, in full; sent only to that person. */
export const userPermissionsUpdated = serverEvent('user_permissions_updated', {
  userId: z.number(),
  user,
});

/** Who decides: administrators, and user management or `manage_users` in one of the person's stores. */
export const listNameRequests = endpoint({
  method: 'GET',
  path: '/api/name-requests',
  summary: 'Pending name changes that you can approve or decline, oldest first',
  access: 'signedIn',
  reply: z.array(nameRequest),
});
