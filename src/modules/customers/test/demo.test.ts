import { afterAll, beforeAll, expect, test } from 'vitest';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import type { CustomerRow } from '../contract/finding.ts';
import type { TimelineLine } from '../contract/timeline.ts';

let forecourt: TestForecourt;
beforeAll(async () => {
  forecourt = await startForecourt();
});
afterAll(() => forecourt.stop());

test('the last activity of each demo customer is the latest line of their timeline', async () => {
  const browser = await forecourt.signIn('admin');
  const get = async <T>(path: string) => (await browser.raw('GET', path)).body as T;
  const rows = await get<CustomerRow[]>('/api/customers?limit=200');
  expect(rows.length).toBeGreaterThan(50);
  const mismatches: string[] = [];
  for (const { id, name, lastActivityAt } of rows) {
    const [latest] = await get<TimelineLine[]>(`/api/customers/${id}/timeline?limit=1`);
    if (latest && latest.at !== lastActivityAt)
      mismatches.push(`${name}: ${latest.at} ${lastActivityAt}`);
  }
  expect(mismatches).toEqual([]);
});
