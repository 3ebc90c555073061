import { afterAll, beforeAll, expect, test } from 'vitest';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { putFile } from '../../attachments/test/uploadCalls.ts';
import { post, sendFiles } from '../../chat/test/chatCalls.ts';
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

test('neither do the root of its thread and the text of its file', async () => {
  const manager = await forecourt.signIn('manager');
  const file = await putFile(manager, 'bismuth Her SSN is 536-22-8126, and no more', {
    name: 'notes.txt',
  });
  const root = await post(manager, 'sales', {
    content: `${'x '.repeat(135)}Her SSN is 536-22-8126`,
    acceptsSensitive: true,
  });
  await post(manager, 'sales', { content: 'cobalt', threadId: root.id });
  await sendFiles(manager, 'sales', [file.body.id]);
  const employee = await forecourt.signIn('employee');
  const [reply] = await waitUntilFound(employee, 'cobalt');
  expect(reply?.thread?.content).toMatch(/Her SSN is •+$/);
  expect(reply?.thread?.content).toHaveLength(292);
  const [found] = await waitUntilFound(employee, 'bismuth');
  const text = found?.file?.excerpt.map((part) => part.text).join('');
  expect(text).toBe('bismuth Her SSN is •••••••••••, and no more');
});

test('a number that the end of a thread’s root cuts is masked, too', async () => {
  const manager = await forecourt.signIn('manager');
  const content = `${'x '.repeat(141)}Her SSN is 536-22-8126`;
  const root = await post(manager, 'sales', { content, acceptsSensitive: true });
  await post(manager, 'sales', { content: 'gallium', threadId: root.id });
  const [reply] = await waitUntilFound(await forecourt.signIn('employee'), 'gallium');
  expect(reply?.thread?.content).toMatch(/Her SSN is •••••••$/);
});
