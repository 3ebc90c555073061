import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { currentUserKey } from '../web/state/currentUser.ts';
import { onSignOut } from '../web/state/session.ts';

test('clearing the cache is a sign-out; an expired session and other queries are not', () => {
  const client = new QueryClient();
  const act = vi.fn();
  client.setQueryData(currentUserKey, { id: 1 });
  client.setQueryData(['api', 'notes'], []);
  onSignOut(client, act);
  client.removeQueries({ queryKey: ['api', 'notes'] });
  client.setQueryData(currentUserKey, null);
  expect(act).not.toHaveBeenCalled();
  client.clear();
  expect(act).toHaveBeenCalledOnce();
});
