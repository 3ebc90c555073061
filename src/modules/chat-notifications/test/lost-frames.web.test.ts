import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import { openPage } from '../../chat/test/fakePage.web.tsx';
import { useMutes, useSettingsEvents } from '../web/state/settingsQuery.ts';

function Muted() {
  useSettingsEvents();
  return [...useMutes(7).ids].join();
}

test('muted conversations are fetched again after frames were lost', async () => {
  const page = await openPage(7, vi.stubGlobal);
  const settings = { mutedChannels: ['sales'], version: 1 };
  page.answers.set('GET /api/chat/settings', settings);
  page.show(createElement(Muted));
  await expect.poll(page.text).toBe('sales');
  page.answers.set('GET /api/chat/settings', { mutedChannels: ['service'], version: 2 });
  await page.loseFrames();
  await expect.poll(page.text).toBe('service');
});
