import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { ageAndSweep, download, filesOnDisk, photo, putFile } from './uploadCalls.ts';

let forecourt: TestForecourt;
let manager: Client;
beforeAll(async () => {
  forecourt = await startForecourt();
  manager = await forecourt.signIn('manager');
});
afterAll(() => forecourt.stop());

const isServed = async (url: string) => (await download(forecourt, manager, url)).status === 200;

test('unattached uploads are kept for a week', async () => {
  const { body } = await putFile(manager, await photo(900, 900).jpeg().toBuffer());
  await ageAndSweep(forecourt, 6);
  expect(await isServed(body.url)).toBe(true);
  await ageAndSweep(forecourt, 8);
  expect(await isServed(body.url)).toBe(false);
  expect(filesOnDisk(forecourt)).toEqual([]);
});

test('files of a crashed server without an upload are found', async () => {
  const { db, storage } = forecourt.platform;
  const before = filesOnDisk(forecourt);
  const key = randomUUID();
  await db.insertInto('chat_loose_files').values({ storage_key: key }).execute();
  const folder = path.join(storage.describe().place, key.slice(0, 2), key.slice(2, 4));
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, key), 'left behind');
  await ageAndSweep(forecourt, 0);
  expect(filesOnDisk(forecourt).length).toBe(before.length + 1);
  await ageAndSweep(forecourt, 2);
  expect(filesOnDisk(forecourt)).toEqual(before);
});
