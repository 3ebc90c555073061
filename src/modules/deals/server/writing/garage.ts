import { type CalendarDate, dateAt } from '../../../../platform/contract/wallTime.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import {
  addPurchasedVehicle,
  correctPurchaseDay,
  removePurchasedVehicle,
} from '../../../customers/server/public.ts';
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

/** Keeps a delivered vehicle in the buyer's garage; removed when the delivery is undone or the buyer changes. */
export async function updateGarage(
  tx: DealsDb,
  actor: Actor,
  { before, after, ip }: { before: GarageDeal; after: GarageDeal; ip: string },
): Promise<void> {
  const had = isDelivered(before.status) && hasOwner(before);
  const has = isDelivered(after.status) && hasOwner(after);
  const isOther = before.customer_id !== after.customer_id || before.vin !== after.vin;
  if (!had && !has) return;
  if (had && has && !isOther) return;
  const saleKey = await saleKeyOf(tx, before.id);
  if (had) {
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
    mileage: after.miles_at_delivery,
    store: after.store,
    purchasedOn: after.delivered_on ?? today,
    ip,
  });
}

/** Corrects the day of the purchase in the buyer’s garage; whether they still own the vehicle stays as it is. */
export async function correctGarage(
  tx: DealsDb,
  actor: Actor,
  deal: GarageDeal,
  { from, to, ip }: { from: CalendarDate; to: CalendarDate; ip: string },
): Promise<void> {
  if (!isDelivered(deal.status) || !hasOwner(deal)) return;
  await correctPurchaseDay(tx, actor, {
    customerId: deal.customer_id,
    saleKey: await saleKeyOf(tx, deal.id),
    vin: deal.vin ?? '',
    store: deal.store,
    from,
    to,
    ip,
  });
}

async function saleKeyOf(tx: DealsDb, dealId: number): Promise<string> {
  const { client_id: saleKey } = await tx
    .selectFrom('deals')
    .select('client_id')
    .where('id', '=', dealId)
    .executeTakeFirstOrThrow();
  return saleKey;
}

const hasOwner = ({ type, vehicle }: GarageDeal) => withOwner.includes(type) && vehicle !== '';
