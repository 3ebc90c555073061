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
 * Every declared endpoint × everybody who might call it. The bodies are empty, so whoever is let in
 * is told that the body is wrong, and nothing changes.
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

interface Somebody {
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

async function hire(given: NewPerson): Promise<Somebody> {
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
    ...given,
  };
  const { id } = await db.transaction().execute(async (tx) => {
    const row = await createUser(tx, person);
    await setPasswordHash(tx, row.id, hash);
    return row;
  });
  const client = await forecourt.signIn(name, password);
  return { client, userId: id, grants: person };
}

const everybody: NewPerson[] = [
  { role: 'employee' },
  { role: 'employee', pending: true },
  { role: 'admin', pagePermissions: ['all'] },
];

/** An approved person with exactly what the endpoint asks for. */
function having(access: Access): NewPerson {
  if (typeof access === 'string') return { role: 'employee' };
  return {
    role: access.role === 'admin' ? 'admin' : 'employee',
    pagePermissions: [access.page, access.admin].filter((held) => held !== undefined),
    featurePermissions: [access.feature].filter((held) => held !== undefined),
  };
}

function ask(endpoint: AnyEndpoint, client: Client, userId: number) {
  const path = endpoint.path
    .replace(':id', String(userId))
    .replace(':channelId', 'general')
    .replace(/:\w+/g, '1');
  const body = endpoint.method === 'GET' ? undefined : {};
  return client.raw(endpoint.method, path, { body });
}

const shut = [401, 403];

/** What the declaration refuses with; a rule further in says why in a sentence of its own. */
const atTheDoor = ['You do not have permission to do this.', 'Please choose a new password first.'];

async function expectDecision(endpoint: AnyEndpoint, { client, userId, grants }: Somebody) {
  const { status, body } = await ask(endpoint, client, userId);
  const refused = status === 401 || (status === 403 && atTheDoor.includes(body.error));
  const told = [endpoint.method, endpoint.path, status, body?.error];
  expect([...told, refused]).toEqual([...told, !permits(endpoint.access, grants)]);
}

describe('every endpoint', () => {
  test('is one of those the documentation lists', async () => {
    const { body } = await (await forecourt.signIn('employee')).raw('GET', '/api/openapi.json');
    for (const { path, method } of forecourt.platform.routes.list()) {
      const documented = body.paths[path.replace(/:(\w+)/g, '{$1}')];
      expect(documented?.[method.toLowerCase()]).toBeDefined();
    }
  });

  test('refuses the anonymous, unless it is public', async () => {
    for (const endpoint of forecourt.platform.routes.list()) {
      const { status } = await ask(endpoint, forecourt.client(), 1);
      if (endpoint.access === 'public') expect(shut).not.toContain(status);
      else expect([endpoint.path, status]).toEqual([endpoint.path, 401]);
    }
  });

  test('decides by what it declares', async () => {
    const known = new Map<string, Somebody>();
    for (const endpoint of forecourt.platform.routes.list()) {
      for (const person of [...everybody, having(endpoint.access)]) {
        const key = JSON.stringify(person);
        const somebody = known.get(key) ?? (await hire(person));
        known.set(key, somebody);
        await expectDecision(endpoint, somebody);
        // Signed out by the call itself.
        if (!somebody.client.cookie) known.delete(key);
      }
    }
  });

  test('opens to one permission alone only where it is the one that is asked for', async () => {
    const features = ['view_data', 'create_records', 'manage_users', 'financial_reports'] as const;
    const single: NewPerson[] = [
      ...[...pages, ...adminPermissions].map((page) => ({ pagePermissions: [page] })),
      ...[...features, 'audit_logs' as const, 'utilities' as const].map((feature) => ({
        featurePermissions: [feature],
      })),
    ].map((held) => ({ role: 'employee', ...held }));
    for (const held of single) {
      const person = await hire(held);
      // A page and a feature may have the same name.
      const permission = [
        ...(held.pagePermissions ?? []).map((name) => `page ${name}`),
        ...(held.featurePermissions ?? []).map((name) => `feature ${name}`),
      ].join();
      for (const endpoint of forecourt.platform.routes.list()) {
        const access = endpoint.access as Access;
        // Signing out is open to everybody, and would be the last thing this person does here.
        if (typeof access === 'string') continue;
        const asked = Object.entries(access).map(
          ([kind, name]) => `${kind === 'admin' ? 'page' : kind} ${name}`,
        );
        const { status, body } = await ask(endpoint, person.client, person.userId);
        const opened = status !== 401 && !(status === 403 && atTheDoor.includes(body.error));
        const named = [permission, endpoint.method, endpoint.path];
        expect([...named, opened]).toEqual([...named, asked.every((name) => name === permission)]);
      }
    }
  });

  test('refuses a disabled account at once', async () => {
    const { client, userId } = await hire({ role: 'admin', pagePermissions: ['all'] });
    const { db, routes } = forecourt.platform;
    await db.updateTable('users').set({ is_active: false }).where('id', '=', userId).execute();
    for (const endpoint of routes.list()) {
      if (endpoint.access === 'public') continue;
      const { status } = await ask(endpoint, client, userId);
      expect([endpoint.path, status]).toEqual([endpoint.path, 401]);
    }
  });
});
