import * as z from 'zod/mini';
import { department } from '../../platform/contract/access.ts';
import { endpoint, file } from '../../platform/contract/endpoint.ts';
import {
  calendarDate,
  freeText,
  id,
  idParam,
  pageLimit,
  reference,
  rowCount,
  text,
  time,
  version,
} from '../../platform/contract/fields.ts';
import {
  employeeCredentials,
  newCredential,
  renewal,
  statuses,
  term,
  termFacts,
} from './contract/credential.ts';
import { store } from './contract/kinds.ts';

const scopes = ['team', 'all'] as const;

export const getChoices = endpoint({
  method: 'GET',
  path: '/api/credentials/choices',
  summary: 'Which credentials you may read and change',
  access: 'signedIn',
  reply: z.object({
    /** Whether anyone reports to you. */
    hasTeam: z.boolean(),
    /** Whether you read those of all employees of `stores`, as HR. */
    readsAll: z.boolean(),
    stores: z.array(store),
    may: z.object({ write: z.boolean(), editKinds: z.boolean() }),
  }),
});
export type Choices = z.output<(typeof getChoices)['reply']>;

export const withinDays = [7, 30, 60, 90] as const;
const withinAtMost = 3_660;

/** `attention`: what is expired, revoked, missing or expiring; `pending`: with a submission to verify. */
export const statusFilters = ['attention', ...statuses, 'pending'] as const;

const filters = {
  scope: z._default(z.enum(scopes), 'all'),
  /** Words of the employee’s name or job title. */
  q: freeText(100),
  kindId: z.optional(idParam),
  /** The store of the credential, or else the home store of the employee. */
  store: z.optional(store),
  department: z.optional(department),
  status: z.optional(z.enum(statusFilters)),
  /** Expires within so many days, and has not yet. */
  within: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(withinAtMost))),
};

/** One credential of an employee; or one that their job needs and they lack. */
const credentialRow = z.object({
  id: z.string(),
  /** Null: missing. */
  credentialId: z.nullable(z.number()),
  employee: z.object({
    id: z.number(),
    name: z.string(),
    jobTitle: z.nullable(z.string()),
    store: z.nullable(store),
  }),
  kind: z.object({
    id: z.number(),
    name: z.string(),
    validMonths: z.nullable(z.number()),
    mustExpire: z.boolean(),
  }),
  store: z.nullable(store),
  status: z.enum(statuses),
  issuedOn: z.nullable(z.string()),
  expiresOn: z.nullable(z.string()),
  /** Until it expires; negative after. */
  daysLeft: z.nullable(z.number()),
  graceUntil: z.nullable(z.string()),
  /** A submission waits for HR. */
  isPending: z.boolean(),
  version: z.number(),
  may: z.object({ renew: z.boolean() }),
});
export type CredentialRow = z.output<typeof credentialRow>;

export const listCredentials = endpoint({
  method: 'GET',
  path: '/api/credentials',
  summary:
    'Credentials of your team or, for HR, of all employees; missing ones too, most urgent first',
  access: 'signedIn',
  query: {
    ...filters,
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000)), 0),
    limit: pageLimit(200),
  },
  reply: z.array(credentialRow),
});

export const countCredentials = endpoint({
  method: 'GET',
  path: '/api/credentials/count',
  summary:
    'Number of credentials that match, and how many there are by status whatever the filters',
  access: 'signedIn',
  query: filters,
  reply: z.extend(rowCount, {
    byStatus: z.record(z.enum([...statuses, 'pending']), z.number()),
  }),
});

export const exportCredentials = endpoint({
  method: 'POST',
  path: '/api/credentials/export',
  summary: 'The list as CSV, without private numbers; HR only, and the export is recorded',
  access: 'signedIn',
  body: {
    ...filters,
    scope: z._default(z.literal('all'), 'all'),
    kindId: z.optional(id),
    within: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(withinAtMost))),
  },
  reply: file,
  replyType: 'file',
});

/** What employees submitted and HR has not decided. */
const submission = z.object({
  /** Of the credential. */
  id: z.number(),
  version: z.number(),
  employee: reference,
  kind: reference,
  store: z.nullable(store),
  term,
  /** When the current one expires; null if there is none, or it does not. */
  currentExpiresOn: z.nullable(z.string()),
  submittedAt: time,
});
export type Submission = z.output<typeof submission>;

export const listSubmissions = endpoint({
  method: 'GET',
  path: '/api/credentials/submissions',
  summary: 'Credentials and renewals that wait for you as HR, oldest first',
  access: 'signedIn',
  reply: z.array(submission),
});

export const getEmployeeCredentials = endpoint({
  method: 'GET',
  path: '/api/credentials/employees/:userId',
  summary: 'An employee’s credentials: your own, those of employees below you, or as HR',
  access: 'signedIn',
  params: { userId: idParam },
  reply: employeeCredentials,
});

const params = { credentialId: idParam };

export const readNumber = endpoint({
  method: 'GET',
  path: '/api/credentials/:credentialId/terms/:termId/number',
  summary: 'A private number: for the employee and HR only; recorded unless it is your own',
  access: 'signedIn',
  params: { ...params, termId: idParam },
  reply: z.object({ number: z.string() }),
});

export const addCredential = endpoint({
  method: 'POST',
  path: '/api/credentials',
  summary:
    'Add a credential: HR for others, which counts at once; your own, which HR verifies. A repeat of the clientId returns the same',
  access: 'signedIn',
  body: newCredential,
  reply: employeeCredentials,
  status: 201,
});

export const renewCredential = endpoint({
  method: 'POST',
  path: '/api/credentials/:credentialId/terms',
  summary: 'Enter a renewal: as HR it counts at once, your own is verified by HR',
  access: 'signedIn',
  params,
  body: renewal,
  reply: employeeCredentials,
  status: 201,
});

export const renewalsAtMost = 100;

export const renewMany = endpoint({
  method: 'POST',
  path: '/api/credentials/renewals',
  summary: 'Enter the renewals of several credentials as HR; all of them or none',
  access: 'signedIn',
  body: {
    renewals: z
      .array(
        z.strictObject({
          credentialId: id,
          clientId: z.uuid(),
          version,
          issuedOn: z.nullable(calendarDate),
          expiresOn: z.nullable(calendarDate),
        }),
      )
      .check(z.minLength(1), z.maxLength(renewalsAtMost, `At most ${renewalsAtMost} at once`)),
  },
  reply: z.object({ renewed: z.number() }),
  status: 201,
});

export const correctCredential = endpoint({
  method: 'PUT',
  path: '/api/credentials/:credentialId',
  summary: 'Correct what was entered for the current one; HR only',
  access: 'signedIn',
  params,
  body: { version, ...termFacts },
  reply: employeeCredentials,
});

export const decideSubmission = endpoint({
  method: 'POST',
  path: '/api/credentials/:credentialId/decision',
  summary: 'Verify what an employee submitted, or return it with a reason; HR only, never your own',
  access: 'signedIn',
  params,
  body: { version, termId: id, verify: z.boolean(), reason: z.optional(text(200)) },
  reply: employeeCredentials,
});

export const withdrawSubmission = endpoint({
  method: 'POST',
  path: '/api/credentials/:credentialId/withdrawal',
  summary: 'Withdraw what you submitted, while HR has not decided',
  access: 'signedIn',
  params,
  body: { version },
  reply: employeeCredentials,
});

export const revokeCredential = endpoint({
  method: 'PUT',
  path: '/api/credentials/:credentialId/revocation',
  summary: 'Record that a credential was revoked or suspended; HR only',
  access: 'signedIn',
  params,
  body: { version, on: calendarDate, reason: text(200) },
  reply: employeeCredentials,
});

export const restoreCredential = endpoint({
  method: 'DELETE',
  path: '/api/credentials/:credentialId/revocation',
  summary: 'Record that a revoked credential is in force again; HR only',
  access: 'signedIn',
  params,
  query: { version: z.coerce.number().check(z.int(), z.minimum(0)) },
  reply: employeeCredentials,
});

export const removeCredential = endpoint({
  method: 'DELETE',
  path: '/api/credentials/:credentialId',
  summary:
    'Remove a credential that was entered by mistake; HR only, and it stays in the activity log',
  access: 'signedIn',
  params,
  query: { version: z.coerce.number().check(z.int(), z.minimum(0)) },
  reply: employeeCredentials,
});
