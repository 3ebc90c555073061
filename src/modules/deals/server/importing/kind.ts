import type { Platform } from '../../../../platform/server/platform.ts';
import type { ImportKind } from '../../../imports/server/public.ts';
import { tellVehicleChanged } from '../../../vehicles/server/public.ts';
import { writeAccess } from '../../contract/deal.ts';
import { canImport, storesOf } from '../policy.ts';
import { publishChanged } from '../publish.ts';
import { checkDeals, type NewDeal } from './check.ts';
import { createDeals, takeDealsBack } from './create.ts';
import { dealFields } from './fields.ts';

/** Deals of many, and their cars, are not told one by one. */
const many = 0;

/** Deals from a file, one in each row. */
export const dealImport = (platform: Pick<Platform, 'realtime' | 'bus'>): ImportKind<NewDeal> => ({
  name: 'deals',
  fields: dealFields,
  access: writeAccess,
  refusal: 'Only managers may import deals.',
  mayImport: canImport,
  storesOf,
  actions: { imported: 'deal.imported', undone: 'deal.import_undone' },
  check: checkDeals,
  create: createDeals,
  takeBack: takeDealsBack,
  tell(store) {
    publishChanged(platform, { id: many, store });
    tellVehicleChanged(platform, { id: many, store });
  },
});
