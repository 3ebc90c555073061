import type { Platform } from '../../../../platform/server/platform.ts';
import type { ImportKind } from '../../../imports/server/public.ts';
import { publishVehicleChanged } from '../../../vehicles/server/public.ts';
import { writeAccess } from '../../contract/deal.ts';
import { canImport, storesOf } from '../policy.ts';
import { publishChanged } from '../publish.ts';
import { checkDeals, type NewDeal } from './check.ts';
import { createDeals, undoDealImport } from './create.ts';
import { dealFields } from './fields.ts';

/** An import publishes one event for all its deals, with this id. */
const many = 0;

/** Imports deals from a file, one per row. */
export const dealImport = (platform: Pick<Platform, 'realtime' | 'bus'>): ImportKind<NewDeal> => ({
  name: 'deals',
  fields: dealFields,
  access: writeAccess,
  refusal: 'Only managers can import deals.',
  mayImport: canImport,
  storesOf,
  actions: { imported: 'deal.imported', undone: 'deal.import_undone' },
  check: checkDeals,
  create: createDeals,
  undo: undoDealImport,
  publish(store) {
    publishChanged(platform, { id: many, store });
    publishVehicleChanged(platform, { id: many, store });
  },
});
