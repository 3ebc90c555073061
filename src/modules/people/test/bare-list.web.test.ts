import { afterEach, expect, it, vi } from 'vitest';
import { call } from '../../../platform/web/api/call.ts';
import { listUsers } from '../contract.ts';

afterEach(() => vi.unstubAllGlobals());

it('reads a bare list of users as one page of all of them', async () => {
  const users = [
    { id: 1, firstName: 'Ann' },
    { id: 2, firstName: 'Ben' },
  ];
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(users)));
  expect(await call(listUsers, {})).toEqual({
    users,
    pagination: { current: 1, total: 1, limit: 2, totalUsers: 2 },
  });
});
