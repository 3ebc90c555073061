import { describe, expect, test, vi } from 'vitest';
import type { Cabinet } from '../contract/cabinets.ts';
import type { DocumentPage } from '../contract/document.ts';
import { bodyOf, checkValues, errorsOf, type Values, valuesOf } from '../web/form/values.ts';
import { findNextToFile } from '../web/state/useDocuments.ts';

const deal = { kind: 'deal', id: 12, title: 'Deal 10234', href: null } as const;
const customer = { kind: 'customer', id: 5, title: 'José Chávez', href: null } as const;

const document = (facts: Partial<DocumentPage> = {}) =>
  ({
    title: 'Scan 1',
    cabinet: 'deals',
    type: 'other',
    store: 'ford',
    date: null,
    amountCents: null,
    number: '',
    keywords: '',
    isFiled: false,
    links: [deal],
    proposedType: null,
    proposals: [
      { link: deal, found: '10234', page: 1 },
      { link: customer, found: 'José Chávez', page: 2 },
    ],
    ...facts,
  }) as DocumentPage;

const valid: Values = { ...valuesOf(document()), type: 'buyers_order' };

describe('filing', () => {
  test('proposes what was recognized, beside what it belongs to already', () => {
    const { links, type } = valuesOf(document());
    expect(links.map(({ title }) => title)).toEqual(['Deal 10234', 'José Chávez']);
    expect(type).toBe('');
    expect(valuesOf(document({ isFiled: true })).links).toHaveLength(1);
    const named = { proposedType: 'odometer_disclosure' };
    expect(valuesOf(document(named)).type).toBe('odometer_disclosure');
    expect(valuesOf(document({ ...named, type: 'title' })).type).toBe('title');
  });

  test('asks for the title, the type and the store', () => {
    const values: Values = { ...valid, title: ' ', type: '', store: '' };
    expect(checkValues(values)).toEqual({
      title: 'Enter a title',
      type: 'Choose a type',
      store: 'Choose a store',
    });
    expect(checkValues(valid)).toEqual({});
    expect(checkValues({ ...valid, cabinet: 'policies', type: 'policy', store: '' })).toEqual({});
  });

  test.each([
    ['', null],
    ['1,250', 125_000],
    ['-120.50', -12_050],
    ['–120.50', -12_050],
    ['$99,999,999.99', 9_999_999_999],
  ])('reads the amount %j as %j cents', (amount, amountCents) => {
    expect(checkValues({ ...valid, amount })).toEqual({});
    expect(bodyOf({ ...valid, amount })).toMatchObject({ amountCents });
  });

  test('refuses what is no amount, and shows the server’s errors at their fields', () => {
    expect(checkValues({ ...valid, amount: 'much' })).toHaveProperty('amount');
    expect(errorsOf({ amountCents: 'Too large', 'links.0.id': 'Not found' })).toEqual({
      amount: 'Too large',
      links: 'Not found',
    });
  });

  test('goes on with the oldest document that the user may file', async () => {
    const inbox = [
      { id: 1, cabinet: 'accounts_payable', addedAt: '2026-11-01T09:00:00Z' },
      { id: 2, cabinet: 'service', addedAt: '2026-11-03T09:00:00Z' },
      { id: 3, cabinet: 'deals', addedAt: '2026-11-02T09:00:00Z' },
      { id: 4, cabinet: 'deals', addedAt: '2026-11-04T09:00:00Z' },
    ];
    vi.stubGlobal('fetch', async (address: string) => {
      const asked = new URL(address, 'http://localhost').searchParams;
      expect([asked.get('scope'), asked.get('sort')]).toEqual(['inbox', 'oldest']);
      const found = inbox.filter(({ cabinet }) => [null, cabinet].includes(asked.get('cabinet')));
      return new Response(JSON.stringify(found.slice(0, Number(asked.get('limit')))));
    });
    const next = async (writable: Cabinet[], filedId: number) =>
      (await findNextToFile(writable, filedId))?.id;
    expect(await next(['deals', 'service'], 3)).toBe(2);
    expect(await next(['deals', 'service'], 2)).toBe(3);
    expect(await next(['policies'], 3)).toBeUndefined();
    vi.unstubAllGlobals();
  });
});
