import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { ageAndSweep, download, filesOnDisk, putFile } from '../../attachments/test/uploadCalls.ts';
import { saveDraft } from '../../chat/contract/personal.ts';
import { sendFiles } from '../../chat/test/chatCalls.ts';
import { removeMessage } from '../../chat/test/personalCalls.ts';
import { scheduleMessage } from '../contract.ts';

let forecourt: TestForecourt;
let manager: Client;
beforeAll(async () => {
  forecourt = await startForecourt();
  manager = await forecourt.signIn('manager');
});
afterAll(() => forecourt.stop());

const isServed = async (url: string) => (await download(forecourt, manager, url)).status === 200;

test('uploads of a message, draft or scheduled message are kept', async () => {
  const [sent, drafted, scheduled] = await Promise.all(
    ['sent', 'drafted', 'scheduled'].map(async (text) => (await putFile(manager, text)).body),
  );
  const message = await sendFiles(manager, 'general', [sent?.id ?? '']);
  const fields = { channelId: 'general', threadId: null, content: '' };
  const saved = await manager.call(saveDraft, {
    body: { ...fields, attachmentIds: [drafted?.id ?? ''] },
  });
  const planned = await manager.call(scheduleMessage, {
    body: {
      ...fields,
      id: randomUUID(),
      attachmentIds: [scheduled?.id ?? ''],
      sendAt: new Date(Date.now() + 60 * 60 * 1_000).toISOString(),
    },
  });
  expect([saved.status, planned.status]).toEqual([200, 201]);
  await ageAndSweep(forecourt, 30);
  for (const upload of [sent, drafted, scheduled]) {
    expect([upload?.name, await isServed(upload?.url ?? '')]).toEqual([upload?.name, true]);
  }
  await removeMessage(manager, 'general', message.id);
  await ageAndSweep(forecourt, 30);
  expect(await isServed(sent?.url ?? '')).toBe(false);
  expect(filesOnDisk(forecourt).length).toBe(2);
});
