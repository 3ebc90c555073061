import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { listUsers, type Person, type User } from '../contract.ts';
import {
  announceCreated,
  announceDeleted,
  createUser,
  deleteUser,
  type NewUser,
} from '../server/public.ts';

let forecourt: TestForecourt;
let admin: Client;
let employee: Client;

beforeAll(async () => {
  forecourt = await startForecourt();
  admin = await forecourt.signIn('admin');
  employee = await forecourt.signIn('employee');
});
afterAll(() => forecourt.stop());

type Row = Person & Partial<User>;

async function list(client: Client, query = {}): Promise<{ rows: Row[]; total: number }> {
  const { status, body } = await client.call(listUsers, { query: { limit: 200, ...query } });
  expect(status).toBe(200);
  return { rows: body.users, total: body.pagination.totalUsers };
}
/** Makes this person appear connected. */
async function connect(username: string): Promise<void> {
  const { db } = forecourt.platform;
  const user_id = db.selectFrom('users').select('id').where('username', '=', username);
  await db.insertInto('presence_sightings').values({ user_id }).execute();
}
const names = async (client: Client, search: string) =>
  (await list(client, { search })).rows.map((row) => row.username);

describe('the list of people', () => {
  test('requires a signed-in, approved user', async () => {
    expect((await forecourt.client().call(listUsers)).status).toBe(401);
    const pendingUser = await forecourt.signIn('isabel.ferreira');
    expect((await pendingUser.call(listUsers)).status).toBe(403);
  });

  test('shows full records with user management', async () => {
    const { rows } = await list(admin);
    const row = rows.find(({ username }) => username === 'employee');
    expect(Object.keys(row ?? {}).sort()).toEqual([
      'department',
      'email',
      'emailConfirmed',
      'emrn',
      'featurePermissions',
      'firstName',
      'id',
      'isActive',
      'lastLogin',
      'lastName',
      'pagePermissions',
      'pending',
      'protection',
      'role',
      'shownName',
      'status',
      'statusMessage',
      'statusUntil',
      'storeAccess',
      'username',
      'version',
    ]);
  });

  test('shows only the public fields to everyone else', async () => {
    const { rows } = await list(employee);
    expect(new Set(rows.flatMap(Object.keys))).toEqual(
      new Set([
        'department',
        'email',
        'firstName',
        'id',
        'isActive',
        'lastName',
        'protection',
        'role',
        'shownName',
        'status',
        'statusMessage',
        'statusUntil',
        'username',
      ]),
    );
  });

  test('shows full records with user_management, until it is revoked', async () => {
    const grant = (pages: string[]) =>
      forecourt.platform.db
        .updateTable('users')
        .set({ page_permissions: pages })
        .where('username', '=', 'manager')
        .execute();
    const manager = await forecourt.signIn('manager');
    expect((await list(manager)).rows[0]?.emrn).toBeUndefined();
    await grant(['dashboard', 'user_management']);
    expect((await list(manager)).rows[0]?.emrn).toMatch(/^EMP\d{6}$/);
    await grant(['dashboard']);
    expect((await list(manager)).rows[0]?.emrn).toBeUndefined();
  });

  test('includes pending users only with user management', async () => {
    expect(await names(admin, 'isabel.ferreira')).toEqual(['isabel.ferreira']);
    expect(await names(employee, 'isabel.ferreira')).toEqual([]);
    const [all, approved] = [await list(admin), await list(employee)];
    expect(approved.total).toBe(all.total - 1);
  });

  test('never includes deleted users, not even for administrators', async () => {
    const { total } = await list(admin);
    const [ben] = (await list(admin, { search: 'ben.hollis' })).rows;
    const { platform } = forecourt;
    const row = await platform.db.transaction().execute((tx) => deleteUser(tx, ben?.id ?? 0));
    announceDeleted(platform, row);
    expect((await list(admin)).total).toBe(total - 1);
    expect(await names(admin, 'hollis')).toEqual([]);
    expect(await names(employee, 'hollis')).toEqual([]);
  });

  test('shows the invisible as offline, except with user management', async () => {
    const statusOf = async (client: Client) =>
      (await list(client, { search: 'hiro.tanabe' })).rows[0]?.status;
    expect([await statusOf(admin), await statusOf(employee)]).toEqual(['offline', 'offline']);
    await connect('hiro.tanabe');
    expect([await statusOf(admin), await statusOf(employee)]).toEqual(['invisible', 'offline']);
  });
});

describe('searching', () => {
  test('matches full name, username, email and department, case-insensitive', async () => {
    expect(await names(employee, 'cALEB nguyen')).toEqual(['employee']);
    expect(await names(employee, 'GM@larkfield')).toEqual(['gm']);
    expect(await names(employee, 'priya.')).toEqual(['priya.raman']);
    const finance = (await list(employee, { search: 'finance' })).rows;
    expect(new Set(finance.map(({ department }) => department))).toEqual(new Set(['finance']));
    expect(await names(employee, 'back_office')).toEqual(await names(employee, 'Back Office'));
    expect((await names(employee, 'back office')).length).toBeGreaterThan(3);
  });

  test('takes % and _ and quotes literally', async () => {
    expect(await names(admin, '%')).toEqual([]);
    expect(await names(admin, '%%%')).toEqual([]);
    expect(await names(admin, "' or 1=1 --")).toEqual([]);
    expect(await names(admin, '\\')).toEqual([]);
    // The only underscores are in the bot's username and in `back_office`.
    const rows = (await list(admin, { search: '_' })).rows;
    expect(rows.every((r) => r.username === 'system_bot' || r.department === 'back_office')).toBe(
      true,
    );
  });

  test('does not match across two fields', async () => {
    expect(await names(employee, 'nguyenemployee')).toEqual([]);
    expect(await names(employee, 'nguyen employee')).toEqual([]);
  });

  test('ignores accents in the search and in the names', async () => {
    await addUser({ firstName: 'José', lastName: 'Ångström-Çelik', username: 'jose.a' });
    for (const search of ['josé', 'JOSE', 'Jose\u0301', 'angstrom', 'ÇELIK', 'é ång', 'sé', 'Å']) {
      expect(await names(employee, search)).toContain('jose.a');
    }
    expect(await names(employee, 'jozé')).toEqual([]);
  });

  test('finds % and _ and \\ in names that have them', async () => {
    await addUser({ lastName: 'O_Hara', username: 'o_hara' });
    await addUser({ lastName: '100%er', username: 'percent' });
    await addUser({ lastName: 'Back\\slash', username: 'back' });
    expect(await names(employee, 'o_h')).toEqual(['o_hara']);
    expect(await names(employee, '0%')).toEqual(['percent']);
    expect(await names(employee, '0%e')).toEqual(['percent']);
    expect(await names(employee, '\\')).toEqual(['back']);
    expect(await names(employee, 'k\\sl')).toEqual(['back']);
    expect(await names(employee, 'o%h')).toEqual([]);
  });

  test('does not match across a line break', async () => {
    expect(await names(employee, 'nguyen\nemployee')).toEqual([]);
    expect(await names(employee, 'caleb \n\t nguyen')).toEqual(['employee']);
  });

  test('returns the total, updated as users are created and deleted', async () => {
    const total = async (search: string) => (await list(employee, { search, limit: 1 })).total;
    const before = [await total('parts'), await total('pa')];
    const id = await addUser({ lastName: 'Partsman', username: 'new.man', department: 'parts' });
    expect([await total('parts'), await total('pa')]).toEqual(before.map((n) => n + 1));
    const { platform } = forecourt;
    const row = await platform.db.transaction().execute((tx) => deleteUser(tx, id));
    announceDeleted(platform, row);
    expect([await total('parts'), await total('pa')]).toEqual(before);
  });

  test('does not count pending users without user management', async () => {
    expect((await list(admin, { search: 'isabel' })).total).toBe(1);
    expect((await list(employee, { search: 'isabel' })).total).toBe(0);
  });

  test('ignores surrounding whitespace, and whitespace alone', async () => {
    expect(await names(employee, '  caleb  ')).toEqual(['employee']);
    expect((await names(employee, '   ')).length).toBeGreaterThan(30);
  });
});

describe('filters', () => {
  const listed = async (client: Client, query: object) => (await list(client, query)).rows;

  test('find role, department and state, alone and together, with the number of matches', async () => {
    const everyone = await listed(admin, {});
    const matching = (is: (row: Row) => boolean) => everyone.filter(is).map(({ id }) => id);
    const idsOf = async (query: object) => (await listed(admin, query)).map(({ id }) => id);
    const isManager = ({ role }: Row) => role === 'manager';
    const inService = ({ department }: Row) => department === 'service';
    const managers = matching(isManager);
    expect(managers.length).toBeGreaterThan(1);
    expect(await idsOf({ role: 'manager' })).toEqual(managers);
    expect(await idsOf({ department: 'service' })).toEqual(matching(inService));
    expect(await idsOf({ role: 'manager', department: 'service' })).toEqual(
      matching((row) => isManager(row) && inService(row)),
    );
    expect(await idsOf({ state: 'disabled' })).toEqual(
      matching((row) => !row.isActive && !row.pending),
    );
    expect(await idsOf({ state: 'waiting' })).toEqual(matching((row) => row.pending === true));
    expect((await list(admin, { role: 'manager', limit: 1 })).total).toBe(managers.length);
    expect(await idsOf({ search: 'isabel', state: 'active' })).toEqual([]);
  });

  test('count everyone with all stores in each store', async () => {
    const rows = await listed(admin, { store: 'ford' });
    const inFord = (await listed(admin, {})).filter(({ storeAccess = [] }) =>
      storeAccess.some((store) => store === 'ford' || store === 'all'),
    );
    expect(rows.map(({ id }) => id)).toEqual(inFord.map(({ id }) => id));
    expect(rows.some(({ storeAccess }) => storeAccess?.some((store) => store === 'all'))).toBe(
      true,
    );
    expect(rows.length).toBeLessThan((await list(admin)).total);
  });

  test('never find a bot by its role, which is not shown', async () => {
    const roles = ['employee', 'manager', 'general_manager', 'executive', 'admin'];
    for (const role of roles) {
      const rows = await listed(admin, { role });
      expect(rows.some(({ protection }) => protection === 'system_bot')).toBe(false);
    }
  });

  test('reveal nothing of full records without user management', async () => {
    for (const query of ['store=ford', 'state=waiting', 'sort=lastLogin', 'sort=-lastLogin']) {
      const refused = await employee.raw('GET', `/api/users?${query}`);
      expect([refused.status, refused.body.error]).toEqual([
        403,
        'Only user management can use this filter or order.',
      ]);
      expect((await admin.raw('GET', `/api/users?${query}`)).status).toBe(200);
    }
    for (const query of ['role=manager&state=active&sort=-role', 'department=parts']) {
      expect((await employee.raw('GET', `/api/users?${query}`)).status).toBe(200);
    }
  });

  test.each(['role=owner', 'department=moon', 'store=bmw', 'state=gone', 'sort=password_hash'])(
    'refuse %s',
    async (query) => {
      const { status, body } = await admin.raw('GET', `/api/users?${query}`);
      expect([status, body.code]).toEqual([400, 'invalid']);
    },
  );
});

describe('the order', () => {
  test('is by role from the highest, then by name', async () => {
    const roles = ['admin', 'executive', 'general_manager', 'manager', 'employee'];
    const { rows } = await list(employee, { sort: '-role' });
    const order = rows.map((row) =>
      [roles.indexOf(row.role), row.lastName.toLowerCase(), row.firstName.toLowerCase()].join('\n'),
    );
    expect(order).toEqual([...order].sort());
  });

  test('is by last login, from either end, and follows the next sign-in', async () => {
    const loginsBy = async (sort: string) =>
      (await list(admin, { sort, search: 'larkfield' })).rows.map(
        ({ lastLogin }) => lastLogin ?? '',
      );
    const oldest = await loginsBy('lastLogin');
    expect(oldest).toEqual([...oldest].sort());
    const latest = await loginsBy('-lastLogin');
    expect(latest).toEqual([...latest].sort().reverse());
    await forecourt.signIn('maria.lopez');
    const [first] = (await list(admin, { sort: '-lastLogin', search: 'larkfield' })).rows;
    expect(first?.username).toBe('maria.lopez');
  });

  test('is kept across pages, without gaps or duplicates', async () => {
    const all = (await list(admin, { sort: '-lastLogin', role: 'employee' })).rows;
    const paged: Row[] = [];
    for (let page = 1; paged.length < all.length; page += 1) {
      const { rows } = await list(admin, {
        sort: '-lastLogin',
        role: 'employee',
        page,
        limit: 7,
      });
      expect(rows.length).toBeGreaterThan(0);
      paged.push(...rows);
    }
    expect(paged.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  });
});

async function addUser(overrides: Partial<NewUser>): Promise<number> {
  const { platform } = forecourt;
  const person: NewUser = {
    firstName: 'Nora',
    lastName: 'Novak',
    username: 'nora',
    email: `${overrides.username}@larkfield.example`,
    role: 'employee',
    department: 'sales',
    storeAccess: [],
    pagePermissions: [],
    featurePermissions: [],
    ...overrides,
  };
  const row = await platform.db.transaction().execute((tx) => createUser(tx, person));
  announceCreated(platform, row);
  return row.id;
}

describe('pages', () => {
  test('contain 20 people by default, by last name, without gaps or duplicates', async () => {
    const first = (await admin.call(listUsers)).body;
    expect(first.users).toHaveLength(20);
    expect(first.pagination).toMatchObject({ current: 1, limit: 20 });
    expect(first.pagination.total).toBe(Math.ceil(first.pagination.totalUsers / 20));

    const listed: Row[] = [];
    for (let page = 1; page <= first.pagination.totalUsers / 5 + 1; page += 1)
      listed.push(...(await list(admin, { page, limit: 5 })).rows);
    expect(new Set(listed.map(({ id }) => id)).size).toBe(first.pagination.totalUsers);
    const order = listed.map((r) => `${r.lastName}\n${r.firstName}`.toLowerCase());
    expect(order).toEqual([...order].sort());
  });

  test('beyond the last are empty and still return the total', async () => {
    const { body } = await admin.call(listUsers, { query: { page: 999_999 } });
    expect(body.users).toEqual([]);
    expect(body.pagination.totalUsers).toBeGreaterThan(30);
  });

  test.each(['page=0', 'page=-1', 'page=1.5', 'page=x', 'page=1e99', 'limit=0', 'limit=201'])(
    'cannot be requested as %s',
    async (query) => {
      const { status, body } = await admin.raw('GET', `/api/users?${query}`);
      expect(status).toBe(400);
      expect(body.code).toBe('invalid');
    },
  );

  test('ignore unknown parameters', async () => {
    const { status, body } = await employee.raw(
      'GET',
      '/api/users?order=password_hash&__proto__=1',
    );
    expect(status).toBe(200);
    expect(body.users).toHaveLength(20);
  });
});
