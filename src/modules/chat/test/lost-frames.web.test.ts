import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import { useChannels } from '../web/state/conversations/useChannels.ts';
import { openPage } from './fakePage.web.tsx';
import { me } from './fakeServer.web.ts';

const Channels = () =>
  useChannels()
    .data?.map(({ name }) => name)
    .join();

test('channels are fetched again after frames were lost', async () => {
  const page = await openPage(me, vi.stubGlobal);
  page.answers.set('GET /api/chat/channels', [{ id: 'sales', name: 'Sales' }]);
  page.show(createElement(Channels));
  await expect.poll(page.text).toBe('Sales');
  page.answers.set('GET /api/chat/channels', [{ id: 'sales', name: 'Sales and service' }]);
  await page.loseFrames();
  await expect.poll(page.text).toBe('Sales and service');
});
