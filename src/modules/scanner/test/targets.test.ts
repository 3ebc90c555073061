import { describe, expect, test } from 'vitest';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { findTarget, type ScanTarget } from '../server/targets.ts';

const seller = { userId: 1, featurePermissions: ['create_records'] } as unknown as Actor;
const reader = { userId: 2, featurePermissions: [] } as unknown as Actor;
const stock = { title: 'HC325A', subtitle: '2023 Hyundai', href: '/fleet/1' };

/** A target with one vehicle, which the reader may not see. */
const vehicles: ScanTarget = {
  kinds: ['vin', 'stock_number'],
  resolve: async ({ userId }, { value }) => (value === 'HC325A' && userId === 1 ? stock : null),
  canAdd: ({ featurePermissions }) => featurePermissions.includes('create_records'),
  addHref: (value) => `/fleet/new?vin=${encodeURIComponent(value)}`,
};
const code = (kind: 'vin' | 'stock_number' | 'text', value: string) => ({ kind, value });

describe('finding the record of a scan', () => {
  test('returns the record, without an add page', async () => {
    expect(await findTarget([vehicles], seller, code('stock_number', 'HC325A'))).toEqual({
      target: stock,
      addHref: null,
    });
  });

  test('returns the add page to users who may add it', async () => {
    const unknown = code('vin', 'KM8K2CAB4PU001140');
    expect(await findTarget([vehicles], seller, unknown)).toEqual({
      target: null,
      addHref: '/fleet/new?vin=KM8K2CAB4PU001140',
    });
    expect(await findTarget([vehicles], reader, unknown)).toEqual({ target: null, addHref: null });
  });

  test('returns nothing for a record that is not visible or a kind without a target', async () => {
    const nothing = { target: null, addHref: null };
    const hidden = code('stock_number', 'HC325A');
    expect(await findTarget([vehicles], reader, hidden)).toEqual(nothing);
    expect(await findTarget([vehicles], seller, code('text', 'HC325A'))).toEqual(nothing);
    expect(await findTarget([], seller, hidden)).toEqual(nothing);
  });
});
