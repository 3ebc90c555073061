import * as z from 'zod/mini';
import {
  department,
  featurePermissions,
  pagePermissions,
  role,
  storeAccess,
} from '../../platform/contract/access.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import {
  email,
  id,
  idParam,
  message,
  password,
  personName,
  username,
  version,
} from '../../platform/contract/fields.ts';
import { personSession } from '../access/contract.ts';
import { user } from '../people/contract.ts';

const managesPeople = { admin: 'user_management' } as const;
const emrn = z.string().check(z.regex(/^EMP\d{6}$/, 'Must be EMP and six digits'));
/** The `version` the editor loaded; a different one in the database means a concurrent change. */
const loadedVersion = z.optional(version);

const record = {
  emrn: z.optional(emrn),
  firstName: personName,
  lastName: personName,
  username,
  email,
  role,
  department: z.nullable(department),
  storeAccess,
  pagePermissions,
  featurePermissions,
  isActive: z.boolean(),
};

/** A new account, without a password. */
export const newAccount = z.strictObject(record);

export const createUser = endpoint({
  method: 'POST',
  path: '/api/users',
  summary: 'Create an account',
  access: managesPeople,
  body: { ...record, password },
  reply: user,
  status: 201,
});

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/api/users/:id',
  summary: 'Change an account; emrn and email never change',
  access: managesPeople,
  params: { id: idParam },
  body: {
    emrn: z.optional(emrn),
    firstName: z.optional(personName),
    lastName: z.optional(personName),
    username: z.optional(username),
    email: z.optional(email),
    password: z.optional(password),
    role: z.optional(role),
    department: z.optional(z.nullable(department)),
    storeAccess: z.optional(storeAccess),
    pagePermissions: z.optional(pagePermissions),
    featurePermissions: z.optional(featurePermissions),
    isActive: z.optional(z.boolean()),
    version: loadedVersion,
  },
  reply: user,
});

export const changePermissions = endpoint({
  method: 'PATCH',
  path: '/api/users/:id/permissions',
  summary: 'Change what an account may see and do',
  access: managesPeople,
  params: { id: idParam },
  body: {
    pagePermissions: z.optional(pagePermissions),
    featurePermissions: z.optional(featurePermissions),
    storeAccess: z.optional(storeAccess),
    version: loadedVersion,
  },
  reply: user,
});

export const changeRole = endpoint({
  method: 'PATCH',
  path: '/api/users/:id/change-role',
  summary: 'Change an account’s role',
  access: managesPeople,
  params: { id: idParam },
  body: { role },
  reply: user,
});

export const toggleStatus = endpoint({
  method: 'PATCH',
  path: '/api/users/:id/toggle-status',
  summary: 'Disable an active account, or enable a disabled one',
  access: managesPeople,
  params: { id: idParam },
  reply: user,
});

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/users/:id',
  summary: 'Delete an account permanently; what the person wrote stays, under their name',
  access: managesPeople,
  params: { id: idParam },
  reply: message,
});

export const resetUserPassword = endpoint({
  method: 'POST',
  path: '/api/admin/reset-password',
  summary: 'Set an account’s password; ends all of its sessions',
  access: managesPeople,
  body: {
    userId: id,
    newPassword: password,
  },
  reply: message,
});

export const mailUserResetLink = endpoint({
  method: 'POST',
  path: '/api/admin/mail-reset-link',
  summary: 'Email an account a one-time link to choose a password',
  access: managesPeople,
  body: { userId: id },
  reply: message,
});

/** Whether a password set by an administrator must be changed at the next sign-in. */
const ownPassword = { required: z.boolean() };

export const readOwnPassword = endpoint({
  method: 'GET',
  path: '/api/admin/own-password',
  summary: 'Whether a password set by an administrator must be changed at the next sign-in',
  access: { role: 'admin' },
  reply: z.object(ownPassword),
});

export const setOwnPassword = endpoint({
  method: 'PUT',
  path: '/api/admin/own-password',
  summary: 'Set whether a password set by an administrator must be changed at the next sign-in',
  access: { role: 'admin' },
  body: ownPassword,
  reply: z.object(ownPassword),
});

export const syncActiveSessions = endpoint({
  method: 'POST',
  path: '/api/admin/sync-active-sessions',
  summary: 'Check now which open sockets may stay',
  routine: true,
  access: managesPeople,
  reply: z.object({ message: z.string(), activeSessions: z.number() }),
});

export const proposeEmrn = endpoint({
  method: 'GET',
  path: '/api/admin/next-emrn',
  summary: 'The next free employee number',
  access: managesPeople,
  reply: z.object({ emrn: z.string() }),
});

export const approveRegistration = endpoint({
  method: 'POST',
  path: '/api/admin/registrations/:id/approval',
  summary: 'Approve a pending registration',
  access: managesPeople,
  params: { id: idParam },
  body: {
    role,
    department: z.nullable(department),
    storeAccess,
    pagePermissions,
    featurePermissions,
    /** Confirms that an unconfirmed address belongs to the person. */
    confirmEmail: z.optional(z.boolean()),
  },
  reply: user,
});

export const declineRegistration = endpoint({
  method: 'DELETE',
  path: '/api/admin/registrations/:id',
  summary: 'Decline a pending registration',
  access: managesPeople,
  params: { id: idParam },
  reply: message,
});

export const listRegistrations = endpoint({
  method: 'GET',
  path: '/api/admin/registrations',
  summary: 'Pending registrations, oldest first',
  access: managesPeople,
  reply: z.array(user),
});

export const setManyActive = endpoint({
  method: 'POST',
  path: '/api/admin/users/active-state',
  summary: 'Enable or disable several accounts; returns a result for each',
  access: managesPeople,
  body: {
    userIds: z.array(id).check(z.minLength(1), z.maxLength(200)),
    isActive: z.boolean(),
  },
  reply: z.object({
    results: z.array(
      z.object({ userId: z.number(), done: z.boolean(), error: z.nullable(z.string()) }),
    ),
  }),
});

export const listUserSessions = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/sessions',
  summary: 'Where an account is signed in',
  access: managesPeople,
  params: { id: idParam },
  reply: z.array(personSession),
});

export const endUserSession = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/sessions/:sessionId',
  summary: 'End one session of an account',
  access: managesPeople,
  params: { id: idParam, sessionId: z.uuid() },
  reply: message,
});

export const importUsers = endpoint({
  method: 'POST',
  path: '/api/admin/users/import',
  summary:
    'Create accounts from CSV; a dry run only validates. Rows with errors are skipped and reported',
  access: managesPeople,
  body: { csv: z.string().check(z.minLength(1), z.maxLength(1_000_000)), dryRun: z.boolean() },
  reply: z.object({
    rows: z.number(),
    /** Accounts created; in a dry run those that would be. */
    created: z.number(),
    /** `row` counts as a spreadsheet does: the header is row 1. */
    errors: z.array(z.object({ row: z.number(), field: z.string(), error: z.string() })),
  }),
});

/** Permissions and last sign-ins, for the yearly access review and the export. */
export const reviewAccess = endpoint({
  method: 'GET',
  path: '/api/admin/access-review',
  summary: 'Every account with its permissions and last sign-in, by name',
  access: managesPeople,
  query: {
    page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 100),
  },
  reply: z.object({ users: z.array(user), total: z.number() }),
});
