import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importMessages, send } from '../src/modules/chat/test/importing.ts';
import { privateChannel } from '../src/modules/chat/test/personalCalls.ts';
import type { Client } from './support/client.ts';
import { eventually } from './support/eventually.ts';
import { startForecourt, type TestForecourt } from './support/forecourt.ts';
import { burst, hostileFiles, pdfOf } from './support/hostile.ts';

const mb = 1024 * 1024;
let forecourt: TestForecourt;
let employee: Client;
let room: string;
beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  room = await privateChannel(employee, []);
});
afterAll(() => forecourt.stop());

async function untilRead(): Promise<void> {
  await eventually(async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::integer as waiting from graphile_worker.jobs
      where task_identifier = 'chat.read-file-text'`.execute(forecourt.platform.db);
    return rows[0]?.waiting === 0;
  }, 'Not every file was read');
}

const textOf = async (uploadId: string) => {
  const { rows } = await sql<{ content: string | null }>`
    select content from chat_file_texts where upload_id = ${uploadId}`.execute(
    forecourt.platform.db,
  );
  return rows[0]?.content;
};

/** For how long at most one piece of work kept all other waiting, in milliseconds of the processor: others may use it. */
function watchWork(): () => number {
  let longest = 0;
  let last = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(last);
    last = process.threadCpuUsage();
    longest = Math.max(longest, (user + system) / 1_000);
  };
  const timer = setInterval(look, 20);
  return () => {
    clearInterval(timer);
    look();
    return longest;
  };
}

/** Brings a file in, has it read, and measures for how long nothing else could run, in milliseconds. */
async function read(bytes: Buffer | string, name: string) {
  const longestWork = watchWork();
  const { status, body } = await importMessages(employee, bytes, { name });
  expect(status).toBe(201);
  await send(employee, room, [body.id]);
  await eventually(async () => typeof (await textOf(body.id)) === 'string', `${name} was not read`);
  return { id: body.id, heldUpMs: longestWork() };
}

// A quarter of a minute it was; how long exactly it may take is measured elsewhere.
const heldUpAtMostMs = 4_000;

test('a file of open tags is read, and nobody else waits for it', async () => {
  const { id, heldUpMs } = await read(
    `<?xml version="1.0"?>${'<'.repeat(199_900)}`,
    'open-tags.xml',
  );
  expect(heldUpMs).toBeLessThan(heldUpAtMostMs);
  expect(await textOf(id)).toContain('<<<<');
});

test('a PDF of 4 MB that unpacks to 4 GB has no text, and takes none of the server’s memory', async () => {
  const pdf = pdfOf(burst(4 * mb));
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  const { id, heldUpMs } = await read(pdf, 'burst.pdf');
  clearInterval(watch);
  expect(await textOf(id)).toBe('');
  expect(peak - before).toBeLessThan(200 * mb);
  expect(heldUpMs).toBeLessThan(heldUpAtMostMs);
});

test('whatever is sent is taken or refused, and the server goes on', async () => {
  const ids: string[] = [];
  for (const { name, make } of hostileFiles) {
    const { status, body } = await importMessages(employee, make(20_000), { name });
    expect([name, status]).toEqual([name, expect.toBeOneOf([201, 400, 413])]);
    if (status === 201) ids.push(body.id);
  }
  for (let at = 0; at < ids.length; at += 10) await send(employee, room, ids.slice(at, at + 10));
  expect(ids.length).toBeGreaterThan(30);
  await eventually(async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::integer as waiting from chat_file_texts where content is null`.execute(
      forecourt.platform.db,
    );
    return rows[0]?.waiting === 0;
  }, 'Not every file was read');
  await untilRead();
}, 240_000);
