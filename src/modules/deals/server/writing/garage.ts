import { dateAt } from '../../../../platform/contract/wallTime.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { addPurchasedVehicle, removePurchasedVehicle } from '../../../customers/server/public.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type { DealType } from '../../contract/deal.ts';
import type { Status } from '../../contract/status.ts';
import type { DealRow } from '../record/rows.ts';
import type { DealsDb } from '../tables.ts';

/** Wholesale and dealer trades have no owner. */
const withOwner: readonly DealType[] = ['retail', 'lease', 'fleet'];
const isDelivered = (status: Status) => status === 'delivered' || status === 'funded';

type GarageDeal = Pick<
  DealRow,
  'id' | 'type' | 'status' | 'customer_id' | 'vin' | 'vehicle' | 'store' | 'miles_at_delivery'
> &
  Partial<Pick<DealRow, 'delivered_on'>>;

/**
 * Keeps a delivered vehicle in the buyer's garage, with the day of its delivery; removed when the delivery is undone
 * or the buyer changes.
 */
export async function updateGarage(
  tx: DealsDb,
  actor: Actor,
  { before, after, ip }: { before: GarageDeal; after: GarageDeal; ip: string },
): Promise<void> {
  const had = isDelivered(before.status) && hasOwner(before);
  const has = isDelivered(after.status) && hasOwner(after);
  const isOther = before.customer_id !== after.customer_id || before.vin !== after.vin;
  if (!had && !has) return;
  const isKept = had && has && !isOther;
  if (isKept && before.delivered_on === after.delivered_on) return;
  const { client_id: saleKey } = await tx
    .selectFrom('deals')
    .select('client_id')
    .where('id', '=', before.id)
    .executeTakeFirstOrThrow();
  if (had && !isKept) {
    const { customer_id: customerId, vin } = before;
    await removePurchasedVehicle(tx, actor, { customerId, saleKey, vin: vin ?? '', ip });
  }
  if (!has) return;
  const today = dateAt(await getTimezone(tx), Date.now());
  await addPurchasedVehicle(tx, actor, {
    customerId: after.customer_id,
    saleKey,
    vin: after.vin ?? '',
    description: after.vehicle,
    // A vehicle that stays may have a later reading by now.
    mileage: isKept ? null : after.miles_at_delivery,
    store: after.store,
    purchasedOn: after.delivered_on ?? today,
    ip,
  });
}

const hasOwner = ({ type, vehicle }: GarageDeal) => withOwner.includes(type) && vehicle !== '';
