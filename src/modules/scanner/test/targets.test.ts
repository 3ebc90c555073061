import { describe, expect, test } from 'vitest';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { findTarget, type ScanTarget } from '../server/targets.ts';

const seller = { userId: 1, featurePermissions: ['create_records'] } as unknown as Actor;
const reader = { userId: 2, featurePermissions: [] } as unknown as Actor;
const stock = { title: 'HC325A', subtitle: '2023 Hyundai', href: '/fleet/1' };

/** A room that knows one vehicle, which the reader may not see. */
const vehicles: ScanTarget = {
  kinds: ['vin', 'stock_number'],
  resolve: async ({ userId }, { value }) => (value === 'HC325A' && userId === 1 ? stock : null),
  canAdd: ({ featurePermissions }) => featurePermissions.includes('create_records'),
  addHref: (value) => `/fleet/new?vin=${encodeURIComponent(value)}`,
};
const found = (kind: 'vin' | 'stock_number' | 'text', value: string) => ({ kind, value });

describe('a scan leads', () => {
  test('to the record, and then not to a second one', async () => {
    expect(await findTarget([vehicles], seller, found('stock_number', 'HC325A'))).toEqual({
      target: stock,
      addHref: null,
    });
  });

  test('to where it is added, for who may', async () => {
    const unknown = found('vin', 'KM8K2CAB4PU001140');
    expect(await findTarget([vehicles], seller, unknown)).toEqual({
      target: null,
      addHref: '/fleet/new?vin=KM8K2CAB4PU001140',
    });
    expect(await findTarget([vehicles], reader, unknown)).toEqual({ target: null, addHref: null });
  });

  test('nowhere when the record is not theirs to see, or no room knows such codes', async () => {
    const nowhere = { target: null, addHref: null };
    const hidden = found('stock_number', 'HC325A');
    expect(await findTarget([vehicles], reader, hidden)).toEqual(nowhere);
    expect(await findTarget([vehicles], seller, found('text', 'HC325A'))).toEqual(nowhere);
    expect(await findTarget([], seller, hidden)).toEqual(nowhere);
  });
});
