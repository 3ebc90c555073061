import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import type { TestSocket } from '../../../../test/support/socket.ts';
import {
  announceActive,
  announceDeleted,
  announceRole,
  announceUpdated,
  createUser,
  deleteUser,
  findPersonById,
  type PersonRow,
  peopleChanged,
  type UserChanges,
  updateUser,
} from '../server/public.ts';

let forecourt: TestForecourt;
let row: PersonRow;
let count = 0;
beforeAll(async () => {
  forecourt = await startForecourt();
});
afterAll(() => forecourt.stop());
beforeEach(async () => {
  row = await create();
});

const transaction = () => forecourt.platform.db.transaction();
const change = (id: number, changes: UserChanges, version?: number) =>
  transaction().execute((tx) => updateUser(tx, id, changes, { version }));
const remove = (id: number) => transaction().execute((tx) => deleteUser(tx, id));

async function create(overrides: { pending?: boolean } = {}): Promise<PersonRow> {
  count += 1;
  return transaction().execute((tx) =>
    createUser(tx, {
      firstName: 'Nora',
      lastName: `Novak${count}`,
      username: `nora${count}`,
      email: `nora${count}@larkfield.example`,
      role: 'employee',
      department: 'parts',
      storeAccess: ['ford'],
      pagePermissions: ['dashboard'],
      featurePermissions: [],
      ...overrides,
    }),
  );
}

describe('a record', () => {
  test('changes only the given fields, and increments its version', async () => {
    const changed = await change(row.id, { lastName: 'Nowak', department: null, isActive: false });
    expect(changed).toMatchObject({
      ...row,
      last_name: 'Nowak',
      department: null,
      is_active: false,
      version: row.version + 1,
      shown_name: 'Nora Nowak',
      name_key: 'nora nowak',
      search_text: expect.stringContaining('nora nowak'),
    });
  });

  test('changes with the current version', async () => {
    const { version } = await change(row.id, { role: 'manager' }, row.version);
    expect((await change(row.id, { role: 'executive' }, version)).role).toBe('executive');
  });

  test('does not change with an older version', async () => {
    await change(row.id, { lastName: 'First' }, row.version);
    await expect(change(row.id, { lastName: 'Second' }, row.version)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/^Someone else changed this account\. /),
    });
    expect((await findPersonById(forecourt.platform.db, row.id))?.last_name).toBe('First');
  });

  test('changes for only one of several concurrent editors', async () => {
    const editors = ['One', 'Two', 'Three'].map((lastName) =>
      change(row.id, { lastName }, row.version),
    );
    const results = await Promise.allSettled(editors);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('cannot take the username of someone else, case-insensitive', async () => {
    const sentence = 'This username is already taken';
    await expect(change(row.id, { username: 'ADMIN' })).rejects.toMatchObject({
      code: 'conflict',
      message: sentence,
      fields: { username: sentence },
    });
    expect((await change(row.id, { username: row.username.toUpperCase() })).version).toBe(2);
  });

  test('that does not exist, or was deleted, cannot change', async () => {
    await expect(change(999_999, { lastName: 'X' })).rejects.toMatchObject({ code: 'not_found' });
    await remove(row.id);
    await expect(change(row.id, { lastName: 'X' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(change(row.id, { lastName: 'X' }, row.version)).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('a deleted user', () => {
  test('keeps the name on what they wrote, and frees username, email and number', async () => {
    const deletedUser = await remove(row.id);
    expect(deletedUser).toMatchObject({ first_name: 'Nora', is_active: false });
    expect(deletedUser.deleted_at).toBeInstanceOf(Date);
    expect((await findPersonById(forecourt.platform.db, row.id))?.last_name).toBe(row.last_name);
    const again = await transaction().execute((tx) =>
      createUser(tx, {
        firstName: 'Nora',
        lastName: 'Again',
        username: row.username,
        email: row.email,
        emrn: row.emrn,
        role: 'employee',
        department: null,
        storeAccess: [],
        pagePermissions: [],
        featurePermissions: [],
      }),
    );
    expect(again.id).not.toBe(row.id);
  });

  test('cannot be deleted again', async () => {
    await remove(row.id);
    await expect(remove(row.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(remove(999_999)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the event of a change', () => {
  let admin: TestSocket;
  let employee: TestSocket;
  let facts: number[];
  beforeAll(async () => {
    admin = await (await forecourt.signIn('admin')).socket();
    employee = await (await forecourt.signIn('employee')).socket();
    forecourt.platform.bus.subscribe(peopleChanged, (payload) => {
      facts.push((payload as { userId: number }).userId);
    });
  });
  beforeEach(() => {
    facts = [];
  });
  afterAll(() => {
    admin.close();
    employee.close();
  });

  test('contains the full record with user management, the public fields without', async () => {
    await announceUpdated(forecourt.platform, await change(row.id, { lastName: 'Nowak' }));
    const full = await admin.next('user_updated');
    expect(full).toMatchObject({ userId: row.id, user: { lastName: 'Nowak', version: 2 } });
    expect(full.user.emrn).toBe(row.emrn);
    const publicEvent = await employee.next('user_updated');
    expect(publicEvent).toMatchObject({
      userId: row.id,
      user: { lastName: 'Nowak', status: 'offline' },
    });
    expect(publicEvent.user).not.toHaveProperty('emrn');
    expect(publicEvent.user).not.toHaveProperty('version');
    expect(facts).toEqual([row.id]);
  });

  test('of a pending user goes only to people with user management', async () => {
    const pendingUser = await create({ pending: true });
    await announceUpdated(forecourt.platform, pendingUser);
    announceDeleted(forecourt.platform, pendingUser);
    await announceUpdated(forecourt.platform, row);
    expect((await admin.next('user_updated')).userId).toBe(pendingUser.id);
    expect((await admin.next('user_deleted')).userId).toBe(pendingUser.id);
    expect((await employee.next('user_updated')).userId).toBe(row.id);
    expect(employee.frames.filter(({ type }) => type === 'user_deleted')).toEqual([]);
  });

  test('of role, active state and deletion has the same few fields for everyone', async () => {
    announceRole(forecourt.platform, row.id, 'manager');
    announceActive(forecourt.platform, row.id, false);
    announceDeleted(forecourt.platform, row);
    for (const socket of [admin, employee]) {
      const nextEvent = async (type: string) => {
        const data = await socket.next(type);
        return data.userId === row.id ? data : socket.next(type);
      };
      expect(await nextEvent('user_role_changed')).toEqual({ userId: row.id, newRole: 'manager' });
      expect(await nextEvent('user_status_toggled')).toEqual({ userId: row.id, newStatus: false });
      expect(await nextEvent('user_deleted')).toEqual({ userId: row.id });
    }
    expect(facts).toEqual([row.id, row.id, row.id]);
  });
});
