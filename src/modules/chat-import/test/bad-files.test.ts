import { afterAll, beforeAll, expect, test } from 'vitest';
import { zipOf } from '../../../../test/support/zip.ts';
import { type AdminStage, openAdminStage } from '../../admin/test/stage.ts';
import { mattermostZip, slackZip, ts } from './exports.ts';
import { countRows, createImporter } from './importer.ts';

let stage: AdminStage;
beforeAll(async () => {
  stage = await openAdminStage();
});
afterAll(() => stage.stop());

const validZip = slackZip({
  users: [{ id: 'U1', name: 'Amy Ames' }],
  channels: [{ id: 'C1', name: 'one', members: ['U1'] }],
  days: { 'one/2024-03-04': [{ ts: ts(1), user: 'U1', text: 'a quite normal message' }] },
});

/** Changes a byte in the middle of the compressed data of this entry. */
function damaged(name: string): Buffer {
  const bytes = Buffer.from(validZip);
  const at = bytes.indexOf(name) + name.length + 12;
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at);
  return bytes;
}

/** Sets the bit that marks every entry as encrypted. */
function encrypted(): Buffer {
  const bytes = Buffer.from(validZip);
  for (const [mark, flags] of [
    ['PK\x03\x04', 6],
    ['PK\x01\x02', 8],
  ] as const)
    for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1))
      bytes.writeUInt8(bytes.readUInt8(at + flags) | 1, at + flags);
  return bytes;
}

const noZip = 'This is not a ZIP file, or it is incomplete.';
const broken = 'The file is damaged: part of it cannot be unpacked.';
const files: [string, () => Buffer | string, string][] = [
  ['a non-ZIP file', () => 'Hello, this is text and nothing else.', noZip],
  ['an incomplete one', () => validZip.subarray(0, validZip.length - 40), noZip],
  [
    'a ZIP of something else',
    () => zipOf({ 'a.txt': 'A' }),
    'This ZIP file is not a Slack or Mattermost export.',
  ],
  ['an empty ZIP', () => zipOf({}), 'This ZIP file is not a Slack or Mattermost export.'],
  ['one damaged in the middle', () => damaged('2024-03-04.json'), broken],
  ['an encrypted one', encrypted, 'The file is encrypted. Upload an export without a password.'],
  [
    'one with unsafe paths',
    () => zipOf({ 'users.json': '[]', 'channels.json': '[]', '../../etc/passwd': 'x' }),
    'The file contains unsafe file paths.',
  ],
  [
    'a ZIP bomb',
    () => zipOf({ 'users.json': ' '.repeat(40_000_000), 'channels.json': '[]' }),
    '“users.json” unpacks to far more than an export contains.',
  ],
  [
    'one with an invalid list',
    () => zipOf({ 'users.json': '{}', 'channels.json': '[]' }),
    '“users.json” in the file is not a list.',
  ],
  [
    'one with invalid JSON',
    () => zipOf({ 'users.json': '[', 'channels.json': '[]' }),
    '“users.json” in the file is not valid JSON.',
  ],
  [
    'one without conversations',
    () => zipOf({ 'users.json': '[]', 'channels.json': '[]' }),
    'This export contains no conversations.',
  ],
  [
    'lines with invalid JSON',
    () => zipOf({ 'import.jsonl': '{"type":"version","version":1}\nnonsense' }),
    'Line 2 of the export is not valid JSON.',
  ],
];

test.for(files)('%s is refused with a message, and leaves nothing', async ([, make, sentence]) => {
  const { read, run } = createImporter(stage.admin);
  const before = await countRows(stage);
  const found = await read(make());
  expect(found).toMatchObject({ state: 'failed', failure: sentence, kind: null, messages: 0 });
  expect(await countRows(stage)).toEqual(before);
  await expect(run(found.id)).rejects.toThrow('409');
});

test('unexpected values in an export are harmless', async () => {
  const { read, run } = createImporter(stage.admin);
  const oddZip = zipOf({
    'users.json': JSON.stringify([
      null,
      7,
      { id: {} },
      { id: 'U1', profile: [], name: 'a\u0000b' },
    ]),
    'channels.json': JSON.stringify([
      { id: 'C1', name: 'x\u0000 \ud800y'.repeat(40), members: 'U1' },
      3,
    ]),
    'C1/2024-03-04.json': JSON.stringify([
      { type: 'message', ts: 'never', text: 'x' },
      { type: 'message', ts: '99999999999999.1', text: 'x' },
      {
        type: 'message',
        ts: ts(1),
        user: 'U9',
        text: 'zero \u0000 half \ud800',
        files: [1, {}],
        reactions: [{}],
      },
      { type: 'message', ts: ts(2), user: 'U1', text: '', blocks: [] },
      7,
    ]),
  });
  const found = await read(oddZip);
  expect(found).toMatchObject({ state: 'read', messages: 2 });
  const done = await run(found.id);
  expect(done).toMatchObject({ state: 'imported', brought: { channels: 1, messages: 1 } });
  const odd = mattermostZip([
    { type: 'post', post: { channel: 'a', team: 'b', create_at: 'x', replies: 5 } },
    { type: 'direct_post', direct_post: { channel_members: [], create_at: 1_709_553_600_000 } },
    { type: '__proto__' },
  ]);
  const read2 = await read(odd);
  expect(read2.state).toBe('read');
  expect((await run(read2.id)).state).toBe('imported');
});

test('an empty upload is refused', async () => {
  expect((await createImporter(stage.admin).send('')).status).toBe(400);
});
