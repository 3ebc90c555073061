import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as calls from '../contract.ts';
import { excerpt, mark, searchTerms } from '../server/reading/marking.ts';
import { addNote, type NoteStage, openNoteStage, titles } from './stage.ts';

let stage: NoteStage;
beforeAll(async () => {
  stage = await openNoteStage();
});
afterAll(() => stage.stop());

describe('searching', () => {
  test('matches all terms in title, content and tags, ignoring case and accents', async () => {
    const { client } = await stage.addWriter();
    await addNote(client, { title: 'Café orders', content: 'Beans on Mondays', tags: ['Kitchen'] });
    await addNote(client, { title: 'Tires', content: '100% worn_out, see José' });
    expect(await titles(client, { search: 'CAFE mondays' })).toEqual(['Café orders']);
    expect(await titles(client, { search: 'kitchen' })).toEqual(['Café orders']);
    expect(await titles(client, { search: 'jose' })).toEqual(['Tires']);
    expect(await titles(client, { search: '0%' })).toEqual(['Tires']);
    expect(await titles(client, { search: '%' })).toEqual(['Tires']);
    expect(await titles(client, { search: 'n_o' })).toEqual(['Tires']);
    expect(await titles(client, { search: 'beans tires' })).toEqual([]);
  });

  test('never finds notes that the user may not see', async () => {
    const { client } = await stage.addWriter();
    const other = await stage.addWriter();
    await addNote(client, { title: 'Payroll figures' });
    expect(await titles(other.client, { search: 'payroll' })).toEqual([]);
  });

  test('marks matches, even far down in a long note', async () => {
    const { client } = await stage.addWriter();
    const content = `${'word '.repeat(9_000)}the torque is 110 Nm ${'word '.repeat(500)}`;
    await addNote(client, { title: 'Wheel torque', content, tags: ['Torqued'] });
    const [card] = (await client.call(calls.listNotes, { query: { search: 'TORQUE' } })).body;
    expect(card?.marked?.title).toEqual([
      { text: 'Wheel ', match: false },
      { text: 'torque', match: true },
    ]);
    expect(card?.marked?.excerpt.find(({ match }) => match)?.text).toBe('torque');
    expect(card?.marked?.tags[0]?.[0]).toEqual({ text: 'Torque', match: true });
  });
});

test('marks are correct although folding changes the text length', () => {
  const shown = (text: string, search: string) =>
    mark(text, searchTerms(search))
      .map((part) => (part.match ? `[${part.text}]` : part.text))
      .join('');
  expect(shown('Crème brûlée', 'brulee')).toBe('Crème [brûlée]');
  expect(shown('Cre\u0300me', 'creme')).toBe('[Cre\u0300me]');
  expect(shown('aXbx', 'x b')).toBe('a[Xbx]');
  expect(shown('İstanbul 🚗 car', 'car')).toBe('İstanbul 🚗 [car]');
  const excerptOfEnd = excerpt(`${'a '.repeat(200)}needle${' b'.repeat(300)}`, ['needle']);
  expect([excerptOfEnd[0]?.text, excerptOfEnd.at(-1)?.text]).toEqual(['… ', ' …']);
});

describe('thousands of notes', () => {
  test('are paged without duplicates, most recently updated first, with pinned notes separate', async () => {
    const { id, client } = await stage.addWriter();
    for (let first = 1; first <= 5_000; first += 500) {
      await sql`insert into notes (id, owner_id, updated_by, title, content, updated_at)
        select gen_random_uuid(), ${id}, ${id}, 'Note ' || n, 'Number ' || n || ' of many',
          now() - (n / 3) * interval '1 minute'
        from generate_series(${first}::int, ${first + 499}::int) n`.execute(stage.platform.db);
    }
    const seen = new Set<string>();
    let before: calls.NoteCard | undefined;
    let pages = 0;
    do {
      const query: Record<string, string | number> = before
        ? { before: before.updatedAt, beforeId: before.id, limit: 200 }
        : { limit: 200 };
      const { body } = await client.call(calls.listNotes, { query });
      for (const card of body) seen.add(card.id);
      before = body.at(-1);
      pages += 1;
    } while (before);
    expect([seen.size, pages]).toEqual([5_000, 26]);
    expect((await client.call(calls.getNotesOverview)).body.count).toBe(5_000);
    expect(await titles(client, { search: 'number 4999' })).toEqual(['Note 4999']);

    const [first] = (await client.call(calls.listNotes, { query: { search: '4321' } })).body;
    const params = { noteId: first?.id ?? '' };
    await client.call(calls.pinNote, { params, body: { isPinned: true } });
    expect(await titles(client, { pinned: 'true' })).toEqual(['Note 4321']);
    expect(await titles(client, { pinned: 'false', search: '4321' })).toEqual([]);
    await client.call(calls.pinNote, { params, body: { isPinned: false } });
    expect(await titles(client, { pinned: 'true' })).toEqual([]);
  });
});
