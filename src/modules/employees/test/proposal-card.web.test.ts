import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Proposal } from '../contract/employee.ts';
import { ProposalCard } from '../web/parts/ProposalCard.tsx';

const contact = {
  group: 'contact',
  privatePhone: null,
  privateEmail: null,
  address: null,
} as const;

const proposal: Proposal = {
  id: 1,
  employee: { id: 2, name: 'Ada Reyes' },
  group: 'contact',
  current: {
    ...contact,
    privatePhone: { e164: '+13165550123', extension: '' },
    privateEmail: 'ada@example.com',
  },
  proposed: { ...contact, privateEmail: 'ada.reyes@example.com' },
  proposedAt: '2026-11-27T12:00:00.000Z',
  may: { decide: false, withdraw: false },
};

test('a proposal says what is removed, changed and kept', () => {
  const drawn = renderToStaticMarkup(
    createElement(
      QueryClientProvider,
      { client: new QueryClient() },
      createElement(ProposalCard, { proposal }),
    ),
  );
  const rows = [...drawn.matchAll(/<tr class="align-top">(.*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = '']) =>
      cell.replace(/<[^>]*>/g, ''),
    ),
  );
  expect(rows).toEqual([
    ['Private phone', '(316) 555-0123', 'Removed'],
    ['Private email', 'ada@example.com', 'ada.reyes@example.com'],
    ['Home address', '–', 'No change'],
  ]);
});
