import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import { settle } from '../../chat/test/fakeChat.web.ts';
import { openPage } from '../../chat/test/fakePage.web.tsx';
import { useSearch } from '../web/useSearch.ts';

function State() {
  const { isError, searchedTo } = useSearch('kona');
  return `${isError ? 'failed' : 'searching'} after ${searchedTo}`;
}

test('a search that stopped early does not repeat a page that fails', async () => {
  const page = await openPage(7, vi.stubGlobal);
  const call = 'GET /api/chat/search';
  const first = {
    results: [],
    next: 'n1',
    searchedTo: '2026-01-05T16:00:00.000Z',
    isFilling: false,
  };
  page.answers.set(call, () =>
    page.count(call) === 1 ? first : new Response('', { status: 503 }),
  );
  page.show(createElement(State));
  await expect.poll(page.text).toBe('failed after 2026-01-05T16:00:00.000Z');
  for (let turn = 0; turn < 50; turn += 1) await settle();
  expect(page.count(call)).toBe(2);
});
