import type { Platform } from '../../../../platform/server/platform.ts';
import type { ImportKind } from '../../../imports/server/public.ts';
import { writeAccess } from '../../contract/order.ts';
import { canImport, storesOf } from '../policy.ts';
import { publishChanged } from '../publish.ts';
import { numberOf } from '../record/number.ts';
import { checkOrders, type NewOrder } from './check.ts';
import { createOrders, undoOrderImport } from './create.ts';
import { orderFields } from './fields.ts';

/** One event per import instead of one per order. */
const anyOrderId = 0;

/** Imports repair orders from a file with one row per line. */
export const orderImport = (platform: Pick<Platform, 'realtime'>): ImportKind<NewOrder> => ({
  name: 'repair_orders',
  fields: orderFields,
  access: writeAccess,
  refusal: 'Only managers may import repair orders.',
  mayImport: canImport,
  storesOf,
  actions: { imported: 'repair_order.imported', undone: 'repair_order.import_undone' },
  keyOf: ({ cell }) => numberOf(cell('number')) || null,
  check: checkOrders,
  create: createOrders,
  undo: undoOrderImport,
  publish: (store) => publishChanged(platform, { id: anyOrderId, store }),
});
