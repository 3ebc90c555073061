import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { NoteCard } from '../contract.ts';
import { NoteLists } from '../web/list/NoteLists.tsx';
import { notesKey } from '../web/state/notebookOf.ts';

// Tooltips need a browser.
vi.mock(import('../../../platform/web/ui/Tooltip.tsx'), () => ({
  Tooltip: ({ children }) => children,
}));

const mia = { id: 1, name: 'Mia Moor' };
const at = '2026-11-20T12:00:00.000Z';
const card = (title: string, isPinned = false): NoteCard => ({
  id: title,
  title,
  content: 'text',
  color: 'yellow',
  tags: [],
  version: 1,
  isPinned,
  owner: mia,
  isOwn: true,
  shareCount: 0,
  createdAt: at,
  updatedAt: at,
  updatedBy: mia,
  may: { edit: true, share: true, delete: true },
  isCut: false,
  marked: null,
});

function show(pinned: NoteCard[], others: NoteCard[], filters = { search: '', tag: '' }): string {
  const client = new QueryClient();
  client.setQueryData([...notesKey, 'pinned', filters], pinned);
  client.setQueryData([...notesKey, 'others', filters], {
    pages: [others],
    pageParams: [undefined],
  });
  const lists = createElement(NoteLists, { filters, onOpen: () => {}, onTag: () => {} });
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, lists));
}
const headings = (shown: string) => [...shown.matchAll(/<h[45][^>]*>(?:<button[^>]*>)?([^<]*)/g)];
const headingTexts = (shown: string) => headings(shown).map(([, text]) => text);

test('pinned notes come first, each section under its heading', () => {
  expect(headingTexts(show([card('Keys', true)], [card('Fuel'), card('Lot')]))).toEqual([
    'Pinned Notes',
    'Keys',
    'Other Notes',
    'Fuel',
    'Lot',
  ]);
});

test('a section without notes is hidden', () => {
  expect(headingTexts(show([card('Keys', true)], []))).toEqual(['Pinned Notes', 'Keys']);
  expect(headingTexts(show([], [card('Fuel')]))).toEqual(['Other Notes', 'Fuel']);
});

test('the empty state names the next step', () => {
  expect(show([], [])).toContain('No notes created yet. Add your first note above.');
  for (const filters of [
    { search: 'dot', tag: '' },
    { search: '', tag: 'lot' },
  ]) {
    expect(show([], [], filters)).toContain('No notes match your search.');
  }
});
