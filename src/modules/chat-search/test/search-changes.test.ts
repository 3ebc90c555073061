import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { photo, putFile } from '../../attachments/test/uploadCalls.ts';
import {
  createPoll,
  editMessage,
  pinMessage,
  reactToMessage,
} from '../../chat/contract/changes.ts';
import { dm, idOf, newId, post, postText, sendFiles } from '../../chat/test/chatCalls.ts';
import { privateChannel, readTo, removeMessage, star } from '../../chat/test/personalCalls.ts';
import { searchMessages } from '../contract.ts';
import {
  findTexts,
  marked,
  search,
  waitForIndex,
  waitUntilFound,
  waitUntilGone,
} from './searchCalls.ts';

let forecourt: TestForecourt;
let manager: Client;
let employee: Client;
let channel: string;

beforeAll(async () => {
  forecourt = await startForecourt();
  [manager, employee] = await Promise.all([
    forecourt.signIn('manager'),
    forecourt.signIn('employee'),
  ]);
  channel = await privateChannel(manager, [await idOf(forecourt, 'employee')]);
});
afterAll(() => forecourt.stop());

const edit = (client: Client, messageId: string, content: string) =>
  client.call(editMessage, { params: { channelId: channel, messageId }, body: { content } });
const inChannel = (q: string) => `${q} in:${channel}`;
const waitUntilIndexed = () => waitForIndex(manager, (text) => postText(manager, channel, text));

describe('the search index follows new messages', () => {
  test('the index is woken by the event of a send', async () => {
    const events: string[] = [];
    forecourt.platform.bus.subscribe('realtime.published', (payload) =>
      events.push((payload as { text: string }).text),
    );
    await post(employee, channel, { content: 'quicksilver' });
    expect(events.some((text) => text.startsWith('{"type":"new_message"'))).toBe(true);
    await waitUntilFound(manager, 'quicksilver');
  });

  test('an edit takes effect', async () => {
    const { id } = await post(employee, channel, { content: 'Keys in the oldplace' });
    await waitUntilFound(manager, 'oldplace');
    await edit(employee, id, 'Keys in the newplace');
    await waitUntilFound(manager, 'newplace');
    expect(await findTexts(manager, 'oldplace')).toEqual([]);
  });

  test('a deleted message is gone at once, though the index follows later', async () => {
    const { id } = await post(employee, channel, { content: 'takenback77' });
    await waitUntilFound(manager, 'takenback77');
    await removeMessage(employee, channel, id);
    expect(await findTexts(manager, 'takenback77')).toEqual([]);
    await waitUntilIndexed();
    const rows = await forecourt.platform.db
      .selectFrom('chat_search')
      .select('message_id')
      .where('message_id', '=', id)
      .execute();
    expect(rows).toEqual([]);
  });

  test('a reply, a poll’s options and a forwarded message are found', async () => {
    const { body: poll } = await manager.call(createPoll, {
      params: { channelId: channel },
      body: { question: 'Lunch?', options: ['pretzelbun', 'salad'], clientMsgId: newId() } as never,
    });
    await waitUntilFound(employee, 'pretzelbun');
    await post(employee, channel, { content: 'replyword5', threadId: poll.id });
    const [reply] = await waitUntilFound(manager, 'replyword5');
    expect(reply?.thread?.rootId).toBe(poll.id);
  });
});

describe('operators', () => {
  let messages: Record<string, string>;

  beforeAll(async () => {
    const file = await putFile(employee, 'a,b\n1,2\n', { name: 'opfile.csv' });
    const image = await putFile(employee, await photo(8, 8).png().toBuffer(), {
      name: 'op.png',
    });
    const plain = await post(manager, channel, { content: 'opword by the manager' });
    const link = await post(employee, channel, { content: 'opword http://op.example' });
    const pinned = await post(employee, channel, { content: 'opword pinned' });
    const edited = await post(employee, channel, { content: 'opword to be changed' });
    const reacted = await post(employee, channel, { content: 'opword reacted' });
    const root = await post(employee, channel, { content: 'opword root' });
    const reply = await post(manager, channel, { content: 'opword reply', threadId: root.id });
    const csv = await post(employee, channel, { content: 'opword', attachmentIds: [file.body.id] });
    const png = await post(employee, channel, {
      content: 'opword',
      attachmentIds: [image.body.id],
    });
    const starred = await post(employee, channel, { content: 'opword starred' });
    const at = (messageId: string) => ({ params: { channelId: channel, messageId } });
    await manager.call(pinMessage, { ...at(pinned.id), body: { pinned: true } });
    await edit(employee, edited.id, 'opword changed');
    await manager.call(reactToMessage, {
      ...at(reacted.id),
      body: { emoji: '👍', action: 'add' } as never,
    });
    await star(manager, channel, starred.id);
    const direct = dm(await idOf(forecourt, 'manager'), await idOf(forecourt, 'employee'));
    const directMessage = await post(employee, direct, { content: 'opword direct' });
    await waitUntilIndexed();
    messages = Object.fromEntries(
      Object.entries({
        plain,
        link,
        pinned,
        edited,
        reacted,
        root,
        reply,
        csv,
        png,
        starred,
        directMessage,
      }).map(([name, { id }]) => [id, name]),
    );
  });

  const names = async (client: Client, q: string) =>
    (await search(client, q)).results.map(({ message }) => messages[message.id]).reverse();

  test.each([
    ['from:manager opword', ['plain', 'reply']],
    ['from:me opword', ['plain', 'reply']],
    ['from:@manager opword', ['plain', 'reply']],
    ['has:link opword', ['link']],
    ['has:file opword', ['csv', 'png']],
    ['has:files opword', ['csv', 'png']],
    ['has:image opword', ['png']],
    ['has:reaction opword', ['reacted']],
    ['has:thread opword', ['root']],
    ['is:thread opword', ['reply']],
    ['is:pinned opword', ['pinned']],
    ['is:edited opword', ['edited']],
    ['is:starred opword', ['starred']],
    ['is:starred', ['starred']],
    ['is:mine opword', ['plain', 'reply']],
    ['in:@employee opword', ['directMessage']],
    ['is:pinned from:employee opword', ['pinned']],
    ['is:pinned from:me opword', []],
    ['on:today is:pinned opword', ['pinned']],
    ['before:today opword', []],
    ['after:yesterday is:pinned opword', ['pinned']],
    ['after:today opword', []],
    ['before:2020-01-01 opword', []],
    ['on:"Nov 1, 2019" opword', []],
    ['opword -nothing', []],
  ])('%s', async (q, expected) => {
    expect(await names(manager, q)).toEqual(expected);
  });

  test('from: a person’s name, full, quoted or partial', async () => {
    const [result] = (await search(manager, 'is:pinned opword')).results;
    const name = result?.message.senderName ?? '';
    const [first = '', last = ''] = name.split(' ');
    for (const who of [`"${name}"`, first, last, last.slice(0, 4)]) {
      expect(await names(manager, `from:${who} is:pinned opword`)).toEqual(['pinned']);
    }
  });

  test('is:unread and has:poll', async () => {
    expect(await names(manager, 'is:unread opword')).toContain('pinned');
    expect(await names(manager, 'is:unread opword')).not.toContain('plain');
    await readTo(manager, channel, 1_000);
    expect(await names(manager, `is:unread opword in:${channel}`)).toEqual([]);
    expect((await search(manager, inChannel('has:poll'))).results).toHaveLength(1);
  });

  test.each([
    ['from:nobodyatall', 'No people match “nobodyatall”.'],
    ['in:nowhere', 'None of your conversations match “nowhere”.'],
    ['has:gold', 'Use one of these after has: file, image, link, poll, reaction, thread.'],
    [
      'is:gold',
      'Use one of these after is: pinned, starred, edited, mine, unread, thread, urgent.',
    ],
    ['on:someday', '“someday” after on: isn’t a date. Use a format like 2026-11-20.'],
    ['before:2026-02-30', '“2026-02-30” after before: isn’t a date. Use a format like 2026-11-20.'],
    ['from: x', 'Enter a value after from: in your search.'],
    ['!!!', 'Enter at least one letter or digit.'],
  ])('%s returns an error message', async (q, sentence) => {
    const { status, body } = await manager.call(searchMessages, { query: { q } });
    expect([status, (body as unknown as { error: string }).error]).toEqual([400, sentence]);
  });
});

describe('attached files', () => {
  test('by name', async () => {
    const { body } = await putFile(employee, 'x', { name: 'Floorplan_Audit-2026.txt' });
    await sendFiles(employee, channel, [body.id]);
    const [result] = await waitUntilFound(manager, inChannel('floorplan_audit'));
    expect(marked(result?.file?.name ?? [])).toBe('[Floorplan_Audit]-2026.txt');
  });

  test('by content', async () => {
    const csv = `stock,price\n${'HX1,5\n'.repeat(2_000)}QZ778899,41000\n`;
    const { body } = await putFile(employee, csv, { name: 'inventory.csv' });
    const { id } = await sendFiles(employee, channel, [body.id]);
    const [result] = await waitUntilFound(manager, 'QZ778899');
    expect(result?.message.id).toBe(id);
    expect(marked(result?.file?.excerpt ?? [])).toContain('[QZ778899],41000');
    await removeMessage(employee, channel, id);
    expect(await findTexts(manager, 'QZ778899')).toEqual([]);
    await waitUntilGone(manager, 'QZ778899');
  });

  test('a PDF by its content', async () => {
    const { body } = await putFile(employee, pdfWithText('Payoff letter for plumtree'), {
      name: 'payoff.pdf',
    });
    await sendFiles(employee, channel, [body.id]);
    const [result] = await waitUntilFound(manager, 'plumtree');
    expect(marked(result?.file?.excerpt ?? [])).toBe('Payoff letter for [plumtree]');
  });

  test('a broken one is still found by its name', async () => {
    const { body } = await putFile(employee, '%PDF-1.7 and then nothing', {
      name: 'brokenpdf.pdf',
    });
    await sendFiles(employee, channel, [body.id]);
    await waitUntilFound(manager, 'brokenpdf');
  });
});

/** The smallest PDF with text. */
function pdfWithText(text: string): Buffer {
  const stream = `BT /F1 12 Tf 20 100 Td (${text}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const start = pdf.length;
  const entries = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.from(
    `${pdf}xref\n0 6\n0000000000 65535 f \n${entries}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
  );
}
