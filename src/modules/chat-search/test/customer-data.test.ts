import { afterAll, beforeAll, expect, test } from 'vitest';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { post } from '../../chat/test/chatCalls.ts';
import { waitUntilFound } from './searchCalls.ts';

let forecourt: TestForecourt;
beforeAll(async () => {
  forecourt = await startForecourt();
});
afterAll(() => forecourt.stop());

test('an excerpt does not show the social security number of its message', async () => {
  const manager = await forecourt.signIn('manager');
  await post(manager, 'sales', {
    content: 'tungsten Her SSN is 536-22-8126, call her at 410-555-0134',
    acceptsSensitive: true,
  });
  const [found] = await waitUntilFound(await forecourt.signIn('employee'), 'tungsten');
  const excerpt = found?.excerpt.map(({ text }) => text).join('');
  expect(excerpt).toContain('410-555-0134');
  expect(excerpt).toContain('•••••••••••');
  expect(excerpt).not.toContain('536-22-8126');
});
