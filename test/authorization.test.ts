import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword, setPasswordHash } from '../src/modules/access/server/public.ts';
import { createUser, type NewUser } from '../src/modules/people/server/public.ts';
import {
  type Access,
  adminPermissions,
  type Grants,
  pages,
  permits,
} from '../src/platform/contract/access.ts';
import type { AnyEndpoint } from '../src/platform/contract/endpoint.ts';
import type { Client } from './support/client.ts';
import { startForecourt, type TestForecourt } from './support/forecourt.ts';

/**
 * Every declared endpoint with every kind of caller. Request bodies are empty, so an allowed call fails validation
 * and changes nothing.
 */
let forecourt: TestForecourt;
let people = 0;
let hash: string;
const password = 'a long enough password';

beforeAll(async () => {
  forecourt = await startForecourt();
  hash = await hashPassword(password);
});
afterAll(() => forecourt.stop());

interface Caller {
  client: Client;
  userId: number;
  grants: Grants;
}

interface NewPerson {
  role: 'employee' | 'admin';
  pagePermissions?: NewUser['pagePermissions'];
  featurePermissions?: NewUser['featurePermissions'];
  pending?: boolean;
}

async function addCaller(account: NewPerson): Promise<Caller> {
  const name = `matrix${++people}`;
  const { db } = forecourt.platform;
  const person = {
    firstName: 'Max',
    lastName: name,
    username: name,
    email: `${name}@example.com`,
    department: 'sales' as const,
    storeAccess: [],
    pagePermissions: [],
    featurePermissions: [],
    isActive: true,
    pending: false,
    ...account,
  };
  const { id } = await db.transaction().execute(async (tx) => {
    const row = await createUser(tx, person);
    await setPasswordHash(tx, row.id, hash);
    return row;
  });
  const client = await forecourt.signIn(name, password);
  return { client, userId: id, grants: person };
}

const accounts: NewPerson[] = [
  { role: 'employee' },
  { role: 'employee', pending: true },
  { role: 'admin', pagePermissions: ['all'] },
];

/** An approved account with exactly the access the endpoint requires. */
function accountWith(access: Access): NewPerson {
  if (typeof access === 'string') return { role: 'employee' };
  return {
    role: access.role === 'admin' ? 'admin' : 'employee',
    pagePermissions: [access.page, access.admin].filter((page) => page !== undefined),
    featurePermissions: [access.feature].filter((feature) => feature !== undefined),
  };
}

function callEndpoint(endpoint: AnyEndpoint, client: Client, userId: number) {
  const path = endpoint.path
    .replace(':id', String(userId))
    .replace(':channelId', 'general')
    .replace(/:\w+/g, '1');
  const body = endpoint.method === 'GET' ? undefined : {};
  return client.raw(endpoint.method, path, { body });
}

const refusals = [401, 403];

/** The errors of the declared access; rules inside a handler have their own messages. */
const accessErrors = [
  'You do not have permission to do this.',
  'Please choose a new password first.',
];

async function expectDecision(endpoint: AnyEndpoint, { client, userId, grants }: Caller) {
  const { status, body } = await callEndpoint(endpoint, client, userId);
  const refused = status === 401 || (status === 403 && accessErrors.includes(body.error));
  const call = [endpoint.method, endpoint.path, status, body?.error];
  expect([...call, refused]).toEqual([...call, !permits(endpoint.access, grants)]);
}

describe('every endpoint', () => {
  test('is listed in the API documentation', async () => {
    const { body } = await (await forecourt.signIn('employee')).raw('GET', '/api/openapi.json');
    for (const { path, method } of forecourt.platform.routes.list()) {
      const documented = body.paths[path.replace(/:(\w+)/g, '{$1}')];
      expect(documented?.[method.toLowerCase()]).toBeDefined();
    }
  });

  test('rejects anonymous calls unless it is public', async () => {
    for (const endpoint of forecourt.platform.routes.list()) {
      const { status } = await callEndpoint(endpoint, forecourt.client(), 1);
      if (endpoint.access === 'public') expect(refusals).not.toContain(status);
      else expect([endpoint.path, status]).toEqual([endpoint.path, 401]);
    }
  });

  test('accepts exactly the callers its declared access permits', async () => {
    const known = new Map<string, Caller>();
    for (const endpoint of forecourt.platform.routes.list()) {
      for (const person of [...accounts, accountWith(endpoint.access)]) {
        const key = JSON.stringify(person);
        const caller = known.get(key) ?? (await addCaller(person));
        known.set(key, caller);
        await expectDecision(endpoint, caller);
        // The call signed this caller out.
        if (!caller.client.cookie) known.delete(key);
      }
    }
  });

  test('accepts a single permission only if it requires exactly that one', async () => {
    const features = ['view_data', 'create_records', 'manage_users', 'financial_reports'] as const;
    const single: NewPerson[] = [
      ...[...pages, ...adminPermissions].map((page) => ({ pagePermissions: [page] })),
      ...[...features, 'audit_logs' as const, 'utilities' as const].map((feature) => ({
        featurePermissions: [feature],
      })),
    ].map((permissions) => ({ role: 'employee', ...permissions }));
    for (const account of single) {
      const person = await addCaller(account);
      // A page and a feature may have the same name.
      const permission = [
        ...(account.pagePermissions ?? []).map((name) => `page ${name}`),
        ...(account.featurePermissions ?? []).map((name) => `feature ${name}`),
      ].join();
      for (const endpoint of forecourt.platform.routes.list()) {
        const access = endpoint.access as Access;
        // Includes signing out, which would end this session.
        if (typeof access === 'string') continue;
        const required = Object.entries(access).map(
          ([kind, name]) => `${kind === 'admin' ? 'page' : kind} ${name}`,
        );
        const { status, body } = await callEndpoint(endpoint, person.client, person.userId);
        const accepted = status !== 401 && !(status === 403 && accessErrors.includes(body.error));
        const call = [permission, endpoint.method, endpoint.path];
        expect([...call, accepted]).toEqual([
          ...call,
          required.every((name) => name === permission),
        ]);
      }
    }
  });

  test('rejects a disabled account immediately', async () => {
    const { client, userId } = await addCaller({ role: 'admin', pagePermissions: ['all'] });
    const { db, routes } = forecourt.platform;
    await db.updateTable('users').set({ is_active: false }).where('id', '=', userId).execute();
    for (const endpoint of routes.list()) {
      if (endpoint.access === 'public') continue;
      const { status } = await callEndpoint(endpoint, client, userId);
      expect([endpoint.path, status]).toEqual([endpoint.path, 401]);
    }
  });
});
