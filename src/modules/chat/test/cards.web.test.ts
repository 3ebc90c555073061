import { createElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { findReferences } from '../../records/contract.ts';
import { useWarmCards } from '../web/records/cards.ts';
import { openPage } from './fakePage.web.tsx';
import { me, message } from './fakeServer.web.ts';

afterEach(() => void vi.useRealTimers());

function Warm({ messages }: { messages: ReturnType<typeof message>[] }) {
  useWarmCards(messages);
  return null;
}

test('a new message fetches the cards of its own records only', async () => {
  const page = await openPage(me, vi.stubGlobal);
  const requested: string[][] = [];
  page.answers.set(
    'POST /api/records/cards',
    ({ body }: { body: { references: { key: string }[] } }) => {
      requested.push(body.references.map(({ key }) => key));
      return [];
    },
  );
  const keysIn = ({ content }: { content: string }) =>
    findReferences(content).map(({ key }) => key);
  const first = message(1, { content: 'See RO-1001' });
  page.show(createElement(Warm, { messages: [first] }));
  await expect.poll(() => requested).toEqual([keysIn(first)]);
  vi.useFakeTimers({ now: Date.now() + 120_000, toFake: ['Date'] });
  const second = message(2, { content: 'And RO-1002' });
  page.show(createElement(Warm, { messages: [first, second] }));
  await expect.poll(() => requested.length).toBe(2);
  expect(requested[1]).toEqual(keysIn(second));
});
