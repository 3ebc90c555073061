import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { announceCreated, createUser, type NewUser } from '../server/public.ts';

let forecourt: TestForecourt;
beforeAll(async () => {
  forecourt = await startForecourt();
});
afterAll(() => forecourt.stop());

const novice: NewUser = {
  firstName: 'Nora',
  lastName: 'Novak',
  username: 'nora.novak',
  email: 'Nora.Novak@larkfield.example',
  role: 'employee',
  department: 'parts',
  storeAccess: ['ford'],
  pagePermissions: ['dashboard'],
  featurePermissions: [],
};
let count = 0;
const newUser = (change: Partial<NewUser> = {}): NewUser => {
  count += 1;
  return {
    ...novice,
    username: `nora${count}`,
    email: `nora${count}@larkfield.example`,
    ...change,
  };
};
const create = (user: NewUser) =>
  forecourt.platform.db.transaction().execute((tx) => createUser(tx, user));

describe('a new person', () => {
  test('gets the next free employee number, skipping explicit ones', async () => {
    const last = (n: string) => Number(n.slice(3));
    const first = await create(newUser());
    expect(first.emrn).toMatch(/^EMP\d{6}$/);
    const explicit = `EMP${String(last(first.emrn) + 1).padStart(6, '0')}`;
    expect((await create(newUser({ emrn: explicit }))).emrn).toBe(explicit);
    expect(last((await create(newUser())).emrn)).toBe(last(first.emrn) + 2);
  });

  test('gets a unique number when many are created at once', async () => {
    const rows = await Promise.all(Array.from({ length: 20 }, () => create(newUser())));
    expect(new Set(rows.map(({ emrn }) => emrn)).size).toBe(20);
  });

  test('stores the email in lower case', async () => {
    expect((await create(novice)).email).toBe('nora.novak@larkfield.example');
  });

  test.each([
    ['username', { username: 'ADMIN' }, 'This username is already taken'],
    ['email', { email: 'Admin@larkfield.EXAMPLE' }, 'This email address is already in use'],
    ['emrn', { emrn: 'EMP000001' }, 'This employee number is already in use'],
  ])('cannot take the %s of someone else', async (field, change, sentence) => {
    await expect(create(newUser(change))).rejects.toMatchObject({
      code: 'conflict',
      message: sentence,
      fields: { [field]: sentence },
    });
  });

  test('can take username and email of a deleted user, but gets a new number', async () => {
    const first = await create(newUser());
    await forecourt.platform.db
      .updateTable('users')
      .set({ deleted_at: new Date() })
      .where('id', '=', first.id)
      .execute();
    const { username, email } = first;
    const second = await create(newUser({ username, email }));
    expect(second.id).not.toBe(first.id);
    expect(second.emrn).not.toBe(first.emrn);
  });
});

describe('the event of a new user', () => {
  test('reaches everyone once: the full record with user management, public fields without', async () => {
    const [admin, employee] = await Promise.all([
      forecourt.signIn('admin').then((client) => client.socket()),
      forecourt.signIn('employee').then((client) => client.socket()),
    ]);
    const row = await create(newUser());
    announceCreated(forecourt.platform, row);
    expect((await admin.next('user_created')).user).toMatchObject({ id: row.id, emrn: row.emrn });
    const seen = (await employee.next('user_created')).user;
    expect(seen).toMatchObject({ id: row.id, username: row.username });
    expect(seen).not.toHaveProperty('emrn');
    expect(seen).not.toHaveProperty('pagePermissions');
    for (const socket of [admin, employee]) {
      expect(socket.frames.filter(({ type }) => type === 'user_created')).toHaveLength(1);
      socket.close();
    }
  });

  test('goes only to people with user management while the user is pending', async () => {
    const admin = await (await forecourt.signIn('admin')).socket();
    const employee = await (await forecourt.signIn('employee')).socket();
    const [pendingUser, next] = [await create(newUser({ pending: true })), await create(newUser())];
    announceCreated(forecourt.platform, pendingUser);
    announceCreated(forecourt.platform, next);
    expect((await admin.next('user_created')).user.id).toBe(pendingUser.id);
    expect((await employee.next('user_created')).user.id).toBe(next.id);
    admin.close();
    employee.close();
  });

  test('follows the permissions of the listener', async () => {
    const { db, bus } = forecourt.platform;
    const client = await forecourt.signIn('manager');
    const socket = await client.socket();
    const { id } = (await client.raw('GET', '/api/user')).body;
    const grant = async (pages: string[]) => {
      await db.updateTable('users').set({ page_permissions: pages }).where('id', '=', id).execute();
      bus.publish('person.changed', { userId: id });
      await socket.next('ready');
    };
    const receivesFullRecord = async () => {
      const row = await create(newUser());
      announceCreated(forecourt.platform, row);
      return 'emrn' in (await socket.next('user_created')).user;
    };
    expect(await receivesFullRecord()).toBe(false);
    await grant(['user_management']);
    expect(await receivesFullRecord()).toBe(true);
    await grant(['dashboard']);
    expect(await receivesFullRecord()).toBe(false);
    socket.close();
  });
});
