import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import * as calls from '../contract.ts';
import { type AdminStage, openAdminStage } from './stage.ts';

let stage: AdminStage;
beforeAll(async () => {
  stage = await openAdminStage();
});
afterAll(() => stage.stop());

const send = (csv: string, dryRun = false, by: Client = stage.admin.client) =>
  by.call(calls.importUsers, { body: { csv, dryRun } });
const find = (username: string) =>
  stage.platform.db
    .selectFrom('users')
    .selectAll()
    .where('username', '=', username)
    .executeTakeFirst();
const countUsers = async () =>
  (await stage.platform.db.selectFrom('users').select('id').execute()).length;

const header = 'First Name,Last Name,Username,E-mail,Role,Department,Stores,Pages,Features,Active';

describe('importing people', () => {
  test('creates accounts without a password, and publishes each', async () => {
    const socket = await stage.admin.client.socket();
    const csv = `${header}
Ida,Ivers,ida.ivers,Ida@Example.com,General Manager,Back Office,ford|hyundai,dashboard|hr,view_data,yes
"Åsa ""Oz""",Öberg,asa,asa@example.com,,,all,,,no
`;
    const { status, body } = await send(csv);
    expect([status, body]).toEqual([200, { rows: 2, created: 2, errors: [] }]);
    expect(await find('ida.ivers')).toMatchObject({
      email: 'ida@example.com',
      role: 'general_manager',
      department: 'back_office',
      store_access: ['ford', 'hyundai'],
      page_permissions: ['dashboard', 'hr'],
      feature_permissions: ['view_data'],
      is_active: true,
      emrn: expect.stringMatching(/^EMP\d{6}$/),
    });
    expect(await find('asa')).toMatchObject({
      first_name: 'Åsa "Oz"',
      role: 'employee',
      department: null,
      store_access: ['ford', 'hyundai', 'chevrolet', 'all'],
      is_active: false,
    });
    const events = [await socket.next('user_created'), await socket.next('user_created')];
    expect(events.map(({ user }) => user.username).sort()).toEqual(['asa', 'ida.ivers']);
    socket.close();
    for (const password of ['', 'forecourt-demo', 'ida.ivers']) {
      const login = { username: 'ida.ivers', password };
      const response = await stage.client().raw('POST', '/api/login', { body: login });
      expect(response.status).not.toBe(200);
    }
    const row = await find('ida.ivers');
    expect((await stage.log(row?.id ?? 0))[0]).toMatchObject({
      action: 'user.created',
      actor_id: stage.admin.id,
      before: null,
      after: { username: 'ida.ivers', role: 'general_manager' },
    });
  });

  test('in a dry run reports the same and creates nothing', async () => {
    const csv = `${header}\nDry,Run,dry.run,dry@example.com,,,,,,\nDry,Two,admin,two@example.com,,,,,,\n`;
    const before = await countUsers();
    const { body } = await send(csv, true);
    const error = 'This username is already taken';
    expect(body).toEqual({ rows: 2, created: 1, errors: [{ row: 3, field: 'username', error }] });
    expect(await countUsers()).toBe(before);
    expect((await send(csv)).body).toEqual(body);
    expect(await countUsers()).toBe(before + 1);
  });

  test('reports errors by row and field, and creates the others', async () => {
    const csv = `${header}
,Blank,blank,blank@example.com,,,,,,
Mail,Wrong,mail.wrong,nowhere,,,,,,
Role,Wrong,role.wrong,role@example.com,owner,,,,,

Store,Wrong,store.wrong,store@example.com,,,tesla,,,
Page,Wrong,page.wrong,page@example.com,,,,root,,
Active,Wrong,active.wrong,active@example.com,,,,,,maybe
Good,One,good.one,good@example.com,,,,,,
Same,Name,GOOD.ONE,same@example.com,,,,,,
Same,Mail,same.mail,Good@Example.com,,,,,,
Too,Many,too.many,many@example.com,,,,,,,,
`;
    const { body } = await send(csv);
    expect([body.rows, body.created]).toEqual([10, 1]);
    expect(body.errors.map(({ row, field }) => [row, field])).toEqual([
      [2, 'firstName'],
      [3, 'email'],
      [4, 'role'],
      [6, 'storeAccess'],
      [7, 'pagePermissions'],
      [8, 'isActive'],
      [10, 'username'],
      [11, 'email'],
      [12, ''],
    ]);
    expect(body.errors.find(({ row }) => row === 10)?.error).toBe('The same as in row 9');
    expect(await find('good.one')).toBeDefined();
  });

  test('stores formulas as text', async () => {
    const csv =
      'firstName;lastName;username;email\n=A1+B1;"+SUM(A1)";formula;formula@example.com\n';
    expect((await send(csv)).body).toEqual({ rows: 1, created: 1, errors: [] });
    expect(await find('formula')).toMatchObject({ first_name: '=A1+B1', last_name: '+SUM(A1)' });
  });

  test('ignores an unknown column, and reports it', async () => {
    const csv = 'first,First Name,Last Name,Username,Email\nx,Col,Umn,col.umn,col@example.com\n';
    const { body } = await send(csv);
    const error = 'Unknown column; it was ignored';
    expect(body).toEqual({ rows: 1, created: 1, errors: [{ row: 1, field: 'first', error }] });
  });

  test('grants only permissions the importer has', async () => {
    const { client } = await stage.addUser({
      role: 'manager',
      pagePermissions: ['user_management', 'dashboard'],
      storeAccess: ['ford'],
    });
    const csv = `${header}
A,A,imp.a,impa@example.com,executive,,,,,
B,B,imp.b,impb@example.com,,,hyundai,,,
C,C,imp.c,impc@example.com,,,,reports,,
D,D,imp.d,impd@example.com,,,,,full_access,
E,E,imp.e,impe@example.com,manager,,ford,dashboard,,
`;
    const { body } = await send(csv, false, client);
    expect(body.created).toBe(1);
    expect(body.errors.map(({ row, field }) => [row, field])).toEqual([
      [2, 'role'],
      [3, 'storeAccess'],
      [4, 'pagePermissions'],
      [5, 'pagePermissions'],
    ]);
    expect(await find('imp.e')).toMatchObject({ role: 'manager', store_access: ['ford'] });
    const { client: outsider } = await stage.addUser({ role: 'executive' });
    expect((await send(csv, true, outsider)).status).toBe(403);
  });

  test('accepts explicit numbers next to assigned ones', async () => {
    const { body: proposed } = await stage.admin.client.call(calls.proposeEmrn);
    const csv = `emrn,first name,last name,username,email
,Auto,One,auto.one,auto1@example.com
${proposed.emrn},By,Hand,by.hand,hand@example.com
`;
    expect((await send(csv)).body).toMatchObject({ created: 2, errors: [] });
    expect((await find('by.hand'))?.emrn).toBe(proposed.emrn);
  });

  test.each([
    ['no heading', 'Ida,Ivers,ida,ida@example.com\n', /must contain the columns firstName/],
    [
      'a duplicate column',
      'first name,firstName,last name,username,email\n',
      /firstName appears twice/,
    ],
    ['an open quote', 'first name,last name,username,email\n"Ida', /not closed/],
    [
      'too many rows',
      `first name,last name,username,email\n${'a,b,c,d\n'.repeat(2001)}`,
      /at most 2000 people/,
    ],
  ])('with %s is rejected completely', async (_name, csv, sentence) => {
    const { status, body } = await send(csv);
    expect(status).toBe(400);
    const failure = body as unknown as { error: string; fields: Record<string, string> };
    expect(failure.error).toMatch(sentence);
    expect(failure.fields.csv).toMatch(sentence);
  });

  // Their parser builds an error for each row of another length.
  test.each([
    ['blank lines', '\n'.repeat(500_000), { rows: 0, created: 0, errors: [] }],
    ['short rows', 'x\n'.repeat(300_000), { error: 'You can import at most 2000 people at once.' }],
  ])(
    'half a megabyte of %s does not reach the limits of the parser',
    async (_name, rows, reply) => {
      const { body } = await send(`first name,last name,username,email\n${rows}`, true);
      expect(body).toMatchObject(reply);
    },
  );

  test('counts blank lines in row numbers', async () => {
    const csv = 'first name,last name,username,email\n\n\nIda,Ivers,ida.blank,invalid\n';
    const { body } = await send(csv, true);
    expect(body).toMatchObject({ rows: 1, errors: [{ row: 4, field: 'email' }] });
  });

  test('two thousand rows at once succeed', async () => {
    const rows = Array.from(
      { length: 2000 },
      (_, n) => `Bulk,No ${n},bulk${n},bulk${n}@example.com`,
    );
    const { body } = await send(`first name,last name,username,email\n${rows.join('\n')}\n`);
    expect(body).toMatchObject({ rows: 2000, created: 2000, errors: [] });
  });
});
