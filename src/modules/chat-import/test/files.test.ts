import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import { putFile } from '../../attachments/test/uploadCalls.ts';
import { read } from '../../chat/test/chatCalls.ts';
import { slackZip, ts } from './exports.ts';
import { countRows, createImporter } from './importer.ts';

let stage: AdminStage;
let amy: StageUser;
let slack: http.Server;
let url: string;
let requested: string[] = [];
beforeAll(async () => {
  stage = await openAdminStage({ TEST_ALLOW_LOCAL_FETCH: '1' });
  amy = await stage.addUser({ email: 'amy@bay.example' });
  slack = http.createServer((request, response) => {
    requested.push(request.url ?? '');
    if (request.url?.startsWith('/list.txt')) response.end('VIN, price');
    else if (request.url?.startsWith('/expired')) response.end('<html>Sign in</html>');
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => slack.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(slack.address() as AddressInfo).port}`;
});
afterAll(async () => {
  slack.close();
  await stage.stop();
});

const file = (name: string, path: string, size: number) => ({
  id: `F${name}`,
  name,
  size,
  mode: 'hosted',
  url_private_download: `${url}${path}?t=xoxe-secret`,
});
const zip = (team: string) =>
  slackZip({
    team,
    users: [{ id: 'U1', name: 'Amy Ames', email: 'amy@bay.example' }],
    channels: [{ id: 'C1', name: `files ${team}`, members: ['U1'] }],
    groups: [{ id: 'G1', name: 'nobodys', members: ['U7'] }],
    days: {
      'nobodys/2024-03-04': [{ ts: ts(1), text: 'x', files: [file('un.txt', '/unasked', 3)] }],
      [`files ${team}/2024-03-04`]: [
        { ts: ts(1), user: 'U1', text: 'Here', files: [file('list.txt', '/list.txt', 10)] },
        { ts: ts(2), user: 'U1', text: '', files: [file('old.pdf', '/expired', 5_000)] },
        { ts: ts(3), user: 'U1', text: 'Lost', files: [file('no.pdf', '/none', 3)] },
        {
          ts: ts(4),
          user: 'U1',
          text: 'Inside',
          files: [
            { ...file('in.pdf', '/', 3), url_private_download: 'http://169.254.169.254/latest' },
          ],
        },
        { ts: ts(5), user: 'U1', text: 'Deleted', files: [{ id: 'F9', mode: 'tombstone' }] },
      ],
    },
  });

test('files are fetched from their location in the export, and unavailable ones are named', async () => {
  const { read: upload, run, undo } = createImporter(stage.admin);
  const before = await countRows(stage);
  const found = await upload(zip('T1'));
  expect(found).toMatchObject({ files: 6, fileBytes: 5_019 });
  const done = await run(found.id);
  expect(done.brought).toMatchObject({ messages: 5, files: 1 });
  const stored = await read(amy.client, done.channels[0]?.channelId ?? '');
  expect(stored.map(({ content }) => content)).toEqual([
    'Here',
    '📎 old.pdf',
    'Lost\n📎 no.pdf',
    'Inside\n📎 in.pdf',
    'Deleted\n📎 file',
  ]);
  const [attached] = stored[0]?.attachments ?? [];
  expect(attached).toMatchObject({ name: 'list.txt', mimeType: 'text/plain', size: 10 });
  const kept = await amy.client.raw('GET', attached?.url ?? '');
  expect([kept.status, kept.body]).toEqual([200, 'VIN, price']);
  expect(done.problems.map(({ error }) => error).toSorted()).toEqual([
    'None of its members has an account here.',
    '“file” is not in the export.',
    '“in.pdf” could not be imported: This address is not on the public internet.',
    '“no.pdf” could not be imported: The server responded with status 404.',
    '“old.pdf” is not what the export describes: its link may have expired.',
  ]);
  expect(requested.map((path) => path.split('?')[0]).toSorted()).toEqual([
    '/expired',
    '/list.txt',
    '/none',
  ]);
  expect(JSON.stringify(done)).not.toContain('xoxe');
  await countRows(stage);
  await undo(found.id);
  expect(await countRows(stage)).toEqual(before);
  expect((await amy.client.raw('GET', attached?.url ?? '')).status).toBe(404);
});

test('without files nothing is fetched, and each is named', async () => {
  requested = [];
  const { read: upload, plan, run } = createImporter(stage.admin);
  const found = await upload(zip('T2'));
  expect((await plan(found.id, { withFiles: false })).status).toBe(200);
  const done = await run(found.id);
  expect(done).toMatchObject({ problemCount: 1, brought: { messages: 5, files: 0 } });
  expect(requested).toEqual([]);
  const [first] = await read(amy.client, done.channels[0]?.channelId ?? '');
  expect(first).toMatchObject({ content: 'Here\n📎 list.txt', attachments: [] });
});

test('imported files do not count toward the author’s daily upload limit', async () => {
  const { read: upload, run } = createImporter(stage.admin);
  await run((await upload(zip('T3'))).id);
  const makeHuge = () => stage.platform.db.updateTable('chat_uploads').set({ size_bytes: 3e9 });
  await makeHuge().where('name', '=', 'list.txt').execute();
  const mine = await putFile(amy.client, 'mine');
  expect(mine.status).toBe(201);
  await makeHuge().where('id', '=', mine.body.id).execute();
  expect((await putFile(amy.client, 'more')).status).toBe(413);
});
