import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../../test/support/eventually.ts';
import type { RequestOf } from '../../../platform/contract/endpoint.ts';
import type { Db } from '../../../platform/server/db/database.ts';
import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import * as calls from '../contract.ts';
import type { ShortcutsTables } from '../server/tables.ts';

let stage: AdminStage;
let nora: StageUser;
beforeAll(async () => {
  stage = await openAdminStage();
  nora = await stage.addUser();
});
afterAll(() => stage.stop());
beforeEach(async () => {
  const db: Db<ShortcutsTables> = stage.platform.db;
  await db.deleteFrom('shortcuts').execute();
});

const link = 'https://example.com/a';
type Body = RequestOf<typeof calls.createShortcut>['body'];
const add = (body: Body, by = stage.admin) =>
  by.client.call(calls.createShortcut, { body: { title: 'One', url: link, ...body } });
const list = async (by = stage.admin) => (await by.client.call(calls.listShortcuts)).body;
const titles = async (by?: StageUser) => (await list(by)).map(({ title }) => title);
const params = ({ id }: { id: number }) => ({ shortcutId: id });

describe('a new shortcut', () => {
  test('has the defaults and is visible to everyone', async () => {
    const { status, body } = await add({});
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      title: 'One',
      url: link,
      description: '',
      icon: 'ExternalLink',
      category: 'General',
      isGlobal: true,
      roles: [],
      departments: [],
      stores: [],
      isActive: true,
      order: 0,
      version: 1,
    });
    expect(await list(nora)).toEqual([body]);
    expect(await stage.log(body.id)).toMatchObject([
      { action: 'shortcut.created', actor_id: stage.admin.id, subject_name: 'One' },
    ]);
  });

  test('accepts every field of the form', async () => {
    const form = {
      title: 'Portal',
      url: 'mailto:it@larkfield.example',
      description: 'Write to us',
      icon: 'Mail',
      category: 'Help',
      isGlobal: true,
      isActive: false,
      order: 7,
    };
    expect((await add(form)).body).toMatchObject(form);
  });

  test.each([
    [{ title: '' }],
    [{ title: '   ' }],
    [{ title: '\u200b' }],
    [{ url: '' }],
    [{ title: undefined, url: undefined }],
  ])('needs a title and a URL: %j', async (body) => {
    const { status, body: response } = await add(body as Body);
    expect([status, response]).toMatchObject([400, { error: 'Title and URL are required' }]);
    expect(await list()).toEqual([]);
  });

  test.each([
    ['javascript:alert(1)', 'Enter a URL'],
    ['java\nscript:alert(1)', 'Enter a URL'],
    ['data:text/html,x', 'Enter a URL'],
    ['//example.com', 'Enter a URL'],
    ['https://a:b@example.com', 'Enter a URL'],
    [`https://example.com/${'x'.repeat(2_000)}`, 'at most 2000 characters'],
  ])('cannot link to %s', async (url, expected) => {
    const { status, body } = await add({ url });
    expect([status, body]).toMatchObject([400, { error: expect.stringContaining(expected) }]);
    expect(await list()).toEqual([]);
  });

  test.each([
    [{ title: 'x'.repeat(300) }, 'title'],
    [{ description: 'x'.repeat(501) }, 'description'],
    [{ category: 'x'.repeat(101) }, 'category'],
    [{ icon: '<svg>' }, 'icon'],
    [{ order: 1.5 }, 'order'],
    [{ order: 1e12 }, 'order'],
    [{ isGlobal: 'yes' }, 'isGlobal'],
    [{ roles: ['king'] }, 'roles.0'],
    [{ id: 5 }, 'id'],
  ])('is rejected for %j', async (body, field) => {
    const { status, body: response } = await add(body as Body);
    expect([status, Object.keys((response as never as { fields: object }).fields)]).toEqual([
      400,
      [field],
    ]);
  });

  test('is limited to two hundred, even when created concurrently', async () => {
    const db: Db<ShortcutsTables> = stage.platform.db;
    const row = { title: 'x', url: link, description: '', icon: 'Link', category: 'x' };
    const shown = { is_global: true, roles: [], departments: [], stores: [], is_active: true };
    await db
      .insertInto('shortcuts')
      .values(Array.from({ length: 199 }, () => ({ ...row, ...shown, position: 0 })))
      .execute();
    const responses = await Promise.all([add({}), add({}), add({})]);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(await list()).toHaveLength(200);
  });
});

describe('only administrators', () => {
  test('write; others are refused and nothing changes', async () => {
    const { body: shortcut } = await add({});
    const { body: manager } = {
      body: await stage.addUser({ role: 'executive', pagePermissions: ['all'] }),
    };
    for (const { client } of [nora, manager]) {
      const responses = [
        await client.call(calls.createShortcut, { body: { title: 'Mine', url: link } }),
        await client.call(calls.updateShortcut, { params: params(shortcut), body: { title: 'x' } }),
        await client.call(calls.deleteShortcut, { params: params(shortcut) }),
        await client.call(calls.restoreShortcut, { params: params(shortcut) }),
        await client.call(calls.orderShortcuts, { body: { ids: [shortcut.id] } }),
      ];
      expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    }
    expect(await list()).toEqual([shortcut]);
  });

  test('see inactive shortcuts and those for others', async () => {
    await add({ title: 'Hidden', isActive: false });
    await add({ title: 'Sales', isGlobal: false, departments: ['sales'] });
    await add({ title: 'No one', isGlobal: false });
    expect(await titles()).toEqual(['Hidden', 'Sales', 'No one']);
    expect(await titles(nora)).toEqual(['Sales']);
  });
});

describe('a shortcut that is not global', () => {
  test('is visible to users who match every non-empty list', async () => {
    const audience = { roles: ['manager'], departments: ['sales', 'service'], stores: ['ford'] };
    await add({ isGlobal: false, ...(audience as Body) });
    const titlesFor = async (employee: object) => titles(await stage.addUser(employee));
    const matching = { role: 'manager', department: 'service', storeAccess: ['ford'] };
    expect(await titlesFor(matching)).toEqual(['One']);
    expect(await titlesFor({ ...matching, storeAccess: ['all'] })).toEqual(['One']);
    expect(await titlesFor({ ...matching, storeAccess: ['hyundai', 'ford'] })).toEqual(['One']);
    expect(await titlesFor({ ...matching, role: 'employee' })).toEqual([]);
    expect(await titlesFor({ ...matching, department: 'parts' })).toEqual([]);
    expect(await titlesFor({ ...matching, department: null })).toEqual([]);
    expect(await titlesFor({ ...matching, storeAccess: ['hyundai'] })).toEqual([]);
    expect(await titlesFor({ ...matching, storeAccess: [] })).toEqual([]);
  });

  test('drops its lists once it is global', async () => {
    const { body } = await add({ isGlobal: false, departments: ['hr'] });
    const changed = await stage.admin.client.call(calls.updateShortcut, {
      params: params(body),
      body: { isGlobal: true },
    });
    expect(changed.body).toMatchObject({ isGlobal: true, departments: [] });
    expect(await titles(nora)).toEqual(['One']);
  });
});

describe('an update', () => {
  const update = (
    id: number,
    body: RequestOf<typeof calls.updateShortcut>['body'],
    by = stage.admin,
  ) => by.client.call(calls.updateShortcut, { params: { shortcutId: id }, body });

  test('increments the version, is logged and published to everyone', async () => {
    const { body } = await add({});
    const socket = await nora.client.socket();
    const { body: changed } = await update(body.id, { title: 'Two', version: 1 });
    expect(changed).toEqual({ ...body, title: 'Two', version: 2 });
    expect(await socket.next('heimdall_changed')).toEqual({});
    socket.close();
    expect((await stage.log(body.id)).at(-1)).toMatchObject({
      action: 'shortcut.updated',
      before: { title: 'One' },
      after: { title: 'Two' },
    });
  });

  test('without changes keeps the version', async () => {
    const { body } = await add({});
    expect((await update(body.id, { title: ' One ', version: 1 })).body.version).toBe(1);
    expect(await stage.log(body.id)).toHaveLength(1);
  });

  test('of an outdated version is rejected', async () => {
    const { body } = await add({});
    const other = await stage.addUser({ role: 'admin' });
    await update(body.id, { title: 'Theirs', version: 1 }, other);
    const { status, body: response } = await update(body.id, { title: 'Mine', version: 1 });
    expect([status, response]).toMatchObject([409, { code: 'conflict' }]);
    expect(await titles()).toEqual(['Theirs']);
    expect((await update(body.id, { title: 'Mine', version: 2 })).status).toBe(200);
  });

  test('succeeds only once when sent concurrently', async () => {
    const { body } = await add({});
    const responses = await Promise.all(
      ['A', 'B', 'C'].map((title) => update(body.id, { title, version: 1 })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test('with invalid fields is rejected', async () => {
    const { body } = await add({});
    for (const invalid of [
      { title: ' ' },
      { url: '' },
      { url: 'javascript:1' },
      { title: 'x'.repeat(300) },
    ]) {
      expect((await update(body.id, invalid)).status).toBe(400);
    }
    expect(await list()).toEqual([body]);
  });

  test('of an unknown shortcut answers 404', async () => {
    expect((await update(2_000_000, { title: 'x' })).status).toBe(404);
    expect((await update(0, { title: 'x' })).status).toBe(400);
  });
});

describe('a deleted shortcut', () => {
  test('disappears for everyone and can be restored to its position', async () => {
    const created = [];
    for (const title of ['A', 'B', 'C']) created.push((await add({ title })).body);
    const [, b] = created;
    if (!b) throw new Error('No shortcut was created');
    const { client } = stage.admin;
    expect((await client.call(calls.deleteShortcut, { params: params(b) })).status).toBe(200);
    expect([await titles(), await titles(nora)]).toEqual([
      ['A', 'C'],
      ['A', 'C'],
    ]);
    expect((await client.call(calls.deleteShortcut, { params: params(b) })).status).toBe(404);
    expect((await client.call(calls.updateShortcut, { params: params(b), body: {} })).status).toBe(
      404,
    );
    expect((await client.call(calls.restoreShortcut, { params: params(b) })).status).toBe(200);
    expect(await titles(nora)).toEqual(['A', 'B', 'C']);
    expect((await client.call(calls.restoreShortcut, { params: params(b) })).status).toBe(404);
    expect((await stage.log(b.id)).map(({ action }) => action)).toEqual([
      'shortcut.created',
      'shortcut.deleted',
      'shortcut.restored',
    ]);
  });
});

test('shortcuts deleted more than 30 days ago are purged, and no others', async () => {
  const db: Db<ShortcutsTables> = stage.platform.db;
  const [old, recent, remaining] = [
    (await add({ title: 'Old' })).body,
    (await add({ title: 'Recent' })).body,
    (await add({ title: 'Kept' })).body,
  ];
  const deletedAgo = (row: { id: number }, days: number) =>
    db
      .updateTable('shortcuts')
      .set({ deleted_at: new Date(Date.now() - days * 86_400_000) })
      .where('id', '=', row.id)
      .execute();
  await deletedAgo(old, 31);
  await deletedAgo(recent, 29);
  await stage.platform.jobs.add(stage.platform.db, 'shortcuts.sweep', {});
  const restore = (row: { id: number }) =>
    stage.admin.client.call(calls.restoreShortcut, { params: params(row) });
  await eventually(async () => {
    const rows = await db.selectFrom('shortcuts').select('id').execute();
    return !rows.some(({ id }) => id === old.id);
  });
  expect((await restore(old)).status).toBe(404);
  expect((await restore(recent)).status).toBe(200);
  expect(await titles()).toEqual(expect.arrayContaining([recent.title, remaining.title]));
});

describe('the order', () => {
  const order = (ids: number[], by = stage.admin) =>
    by.client.call(calls.orderShortcuts, { body: { ids } });

  test('is the last one saved, the same for everyone, with new shortcuts last', async () => {
    const ids = [];
    for (const title of ['A', 'B', 'C']) ids.push((await add({ title })).body.id);
    const [a = 0, b = 0, c = 0] = ids;
    expect((await order([c, a, b])).body.map(({ title }) => title)).toEqual(['C', 'A', 'B']);
    await add({ title: 'D' });
    expect(await titles(nora)).toEqual(['C', 'A', 'B', 'D']);
  });

  test('appends unlisted shortcuts and ignores unknown ids', async () => {
    const ids = [];
    for (const title of ['A', 'B', 'C']) ids.push((await add({ title })).body.id);
    expect((await order([999_999, ids[2] ?? 0])).body.map(({ title }) => title)).toEqual([
      'C',
      'A',
      'B',
    ]);
    const twice = await order([ids[0] ?? 0, ids[0] ?? 0]);
    expect([twice.status, twice.body]).toMatchObject([
      400,
      { error: 'List each shortcut only once.' },
    ]);
  });

  test('starts from the order value of each shortcut', async () => {
    await add({ title: 'Late', order: 9 });
    await add({ title: 'Early', order: -4 });
    await add({ title: 'Plain' });
    expect(await titles(nora)).toEqual(['Early', 'Plain', 'Late']);
  });
});
