import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { saveDraft } from '../../chat/contract/personal.ts';
import { sendFiles } from '../../chat/test/chatCalls.ts';
import { takeBack } from '../../chat/test/personalCalls.ts';
import { scheduleMessage } from '../../scheduled-messages/contract.ts';
import { look, onDisk, photo, putFile } from './uploading.ts';

let forecourt: TestForecourt;
let manager: Client;
beforeAll(async () => {
  forecourt = await startForecourt();
  manager = await forecourt.signIn('manager');
});
afterAll(() => forecourt.stop());

/** Lets days pass for all uploads so far, and runs the nightly job. */
async function pass(days: number): Promise<void> {
  const { db, jobs } = forecourt.platform;
  const then = new Date(Date.now() - days * 24 * 60 * 60 * 1_000);
  await db.updateTable('chat_uploads').set({ created_at: then }).execute();
  await db.updateTable('chat_loose_files').set({ since: then }).execute();
  await jobs.add(db, 'chat.uploads.sweep', {});
  await eventually(async () => {
    const waiting = await db
      .selectFrom('graphile_worker.jobs')
      .select('id')
      .where('task_identifier', '=', 'chat.uploads.sweep')
      .execute();
    return waiting.length === 0;
  });
}

const there = async (url: string) => (await look(forecourt, manager, url)).status === 200;

test('unattached uploads are kept for a week', async () => {
  const { body } = await putFile(manager, await photo(900, 900).jpeg().toBuffer());
  await pass(6);
  expect(await there(body.url)).toBe(true);
  await pass(8);
  expect(await there(body.url)).toBe(false);
  expect(onDisk(forecourt)).toEqual([]);
});

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
  await pass(30);
  for (const upload of [sent, drafted, scheduled]) {
    expect([upload?.name, await there(upload?.url ?? '')]).toEqual([upload?.name, true]);
  }
  await takeBack(manager, 'general', message.id);
  await pass(30);
  expect(await there(sent?.url ?? '')).toBe(false);
  expect(onDisk(forecourt).length).toBe(2);
});

test('files of a crashed server without an upload are found', async () => {
  const { db, storage } = forecourt.platform;
  const before = onDisk(forecourt);
  const key = randomUUID();
  await db.insertInto('chat_loose_files').values({ storage_key: key }).execute();
  const folder = path.join(storage.describe().place, key.slice(0, 2), key.slice(2, 4));
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, key), 'left behind');
  await pass(0);
  expect(onDisk(forecourt).length).toBe(before.length + 1);
  await pass(2);
  expect(onDisk(forecourt)).toEqual(before);
});
