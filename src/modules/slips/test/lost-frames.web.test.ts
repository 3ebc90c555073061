import { type ComponentProps, createElement } from 'react';
import { expect, test, vi } from 'vitest';
import { openPage } from '../../chat/test/fakePage.web.tsx';
import type { SlipPart, SlipState } from '../contract.ts';
import SlipCard from '../web/card/SlipCard.tsx';

test('a slip’s openings are fetched again after frames were lost', async () => {
  const page = await openPage(7, vi.stubGlobal);
  const slipId = '0199c0de-0000-7000-8000-000000000001';
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const slip: SlipPart = {
    slipId,
    label: 'SSN for the Carter deal',
    audience: 'channel',
    once: false,
    revoked: false,
    expiresAt,
  };
  const openedBy = (openerCount: number): SlipState => ({
    slipId,
    closed: null,
    openedAt: null,
    canRevoke: false,
    followed: { recipients: null, openerCount, views: [] },
  });
  const call = `GET /api/slips/${slipId}`;
  page.answers.set(call, openedBy(0));
  const props = { part: slip } as unknown as ComponentProps<typeof SlipCard>;
  page.show(createElement(SlipCard, props));
  await expect.poll(page.text).toContain('Not opened yet');
  page.answers.set(call, openedBy(1));
  await page.loseFrames();
  await expect.poll(page.text).toContain('Opened by 1 person');
});
