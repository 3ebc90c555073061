import { createRequire } from 'node:module';
import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { login } from '../contract.ts';

// At full cost, which other tests reduce.
vi.mock('@node-rs/argon2', () => {
  const real = createRequire(import.meta.url)('@node-rs/argon2');
  return { ...real, verify: vi.fn(real.verify) };
});

let forecourt: TestForecourt;
beforeAll(async () => {
  forecourt = await startForecourt();
});
afterAll(() => forecourt.stop());
beforeEach(() => void vi.mocked(verify).mockClear());

const signIn = (username: string, password: string) =>
  forecourt.client().call(login, { body: { username, password } });

describe('an unauthenticated caller', () => {
  test('learns nothing from reply, headers or work: unknown, wrong, disabled, bot', async () => {
    const wrong = await signIn('gm', 'wrong-password');
    const one = vi.mocked(verify).mock.calls.length;
    expect(one).toBe(1);
    for (const [username, password] of [
      ['nobody.at.all', 'forecourt-demo'],
      ['derek.sloan', 'forecourt-demo'],
      ['derek.sloan', 'wrong-password'],
      ['system_bot', 'forecourt-demo'],
      ['constructor', 'wrong-password'],
    ] as const) {
      vi.mocked(verify).mockClear();
      const response = await signIn(username, password);
      expect(vi.mocked(verify).mock.calls).toHaveLength(one);
      expect(costOf(vi.mocked(verify).mock.calls[0]?.[0])).toBe('m=19456,t=2,p=1');
      expect(response.status).toBe(wrong.status);
      expect({ ...response.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' });
      expect(comparable(response.headers)).toEqual(comparable(wrong.headers));
    }
  });

  test('causes no hashing once throttled', async () => {
    for (let n = 0; n < 10; n += 1) await signIn('executive', 'wrong');
    vi.mocked(verify).mockClear();
    expect((await signIn('executive', 'wrong')).status).toBe(429);
    expect(verify).not.toHaveBeenCalled();
  });

  test('causes no hashing with an unknown reset link', async () => {
    const body = { token: 'A'.repeat(43), password: 'a quiet harbor 9' };
    const response = await forecourt.client().raw('POST', '/api/account/reset-password', { body });
    expect(response.status).toBe(400);
    expect(verify).not.toHaveBeenCalled();
  });

  test('cannot sign in when the database is unavailable', async () => {
    const { db } = forecourt.platform;
    vi.spyOn(db, 'selectFrom').mockImplementation(() => {
      throw new Error('no connection');
    });
    expect((await signIn('gm', 'wrong')).status).toBe(500);
    vi.restoreAllMocks();
  });
});

const secure = ['x-content-type-options', 'content-security-policy', 'referrer-policy'];

describe.each([
  ['/api/login', { username: 'gm', password: 'wrong-password' }],
  [
    '/api/register',
    {
      firstName: 'N',
      lastName: 'N',
      username: 'novice',
      email: 'novice@example.com',
      password: 'a quiet harbor 9',
      department: 'it',
    },
  ],
  ['/api/request-password-reset', { email: 'gm@larkfield.example' }],
  ['/api/account/reset-password', { token: 'A'.repeat(43), password: 'a quiet harbor 9' }],
])('%s', (path, good) => {
  const post = (body: unknown, headers?: Record<string, string>) =>
    forecourt.client().raw('POST', path, { body, ...(headers && { headers }) });
  const fields = Object.keys(good);

  test.each([
    ['null', null],
    ['a number', 1],
    ['a boolean', true],
    ['text', '"text"'],
    ['a list', [good]],
    ['nothing', ''],
    ['half of it', '{"username": "gm"'],
    ['two of it', `${JSON.stringify(good)}${JSON.stringify(good)}`],
    ['depth', `{"${fields[0]}": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
    ['__proto__', '{"__proto__": {"username": "gm"}}'],
    ['constructor', '{"constructor": {"prototype": {"username": "gm"}}}'],
  ])('rejects a body that is %s', async (_, body) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ code: 'invalid', error: expect.any(String) });
    expect(response.body.requestId).toBe(response.headers.get('x-request-id'));
    for (const name of secure) expect(response.headers.get(name)).not.toBeNull();
  });

  test.each(fields)('rejects invalid values of %s', async (field) => {
    const odd = [
      null,
      1,
      true,
      [],
      ['x'],
      {},
      { $ne: null },
      'a\0bcdefghijklmnopqrstuvwxyz',
      'x'.repeat(70_000),
    ];
    for (const value of odd) {
      const response = await post({ ...good, [field]: value });
      expect([response.status, response.body.code]).toEqual([400, 'invalid']);
      expect(response.headers.get('set-cookie')).toBeNull();
    }
    const { [field as keyof typeof good]: _, ...without } = good;
    expect((await post(without)).body.fields).toHaveProperty(field);
  });

  test('rejects unknown fields', async () => {
    for (const name of ['admin', 'constructor', 'toString', 'hasOwnProperty', 'a.b', 'a[b]']) {
      const response = await post({ ...good, [name]: 1 });
      expect(response.status).toBe(400);
      expect(response.body.fields).toEqual({ [name]: 'Unknown field' });
    }
  });

  test('rejects more than a megabyte', async () => {
    const body = { ...good, [fields[0] ?? '']: 'x'.repeat(1024 * 1024) };
    const response = await post(body);
    expect([response.status, response.body.code]).toEqual([413, 'too_large']);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'rejects %s',
    async (type) => {
      const response = await post(JSON.stringify(good), { 'content-type': type });
      expect([response.status, response.body.code]).toEqual([415, 'unsupported_type']);
    },
  );

  test('rejects cross-site requests', async () => {
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
      expect((await post(good, headers as unknown as Record<string, string>)).status).toBe(403);
  });
});

const costOf = (hash: unknown) => String(hash).split('$')[3];

/** Headers that should not differ between two responses. */
function comparable(headers: Headers): Record<string, string> {
  const { date: _, 'x-request-id': __, ...rest } = Object.fromEntries(headers);
  return rest;
}
