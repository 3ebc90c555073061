import { dateAt } from '../../../../platform/contract/wallTime.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { parkBought, takeBoughtBack } from '../../../customers/server/public.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type { DealType } from '../../contract/deal.ts';
import type { Status } from '../../contract/status.ts';
import type { DealRow } from '../record/rows.ts';
import type { DealsDb } from '../tables.ts';

/** Another dealer drives nothing home. */
const withOwner: readonly DealType[] = ['retail', 'lease', 'fleet'];
const isDelivered = (status: Status) => status === 'delivered' || status === 'funded';

export type Handed = Pick<
  DealRow,
  'id' | 'type' | 'status' | 'customer_id' | 'vin' | 'vehicle' | 'store' | 'miles_at_delivery'
> &
  Partial<Pick<DealRow, 'delivered_on'>>;

/** A delivered car stands in the garage of who bought it; it leaves with the delivery, or with the buyer. */
export async function keepGarage(
  tx: DealsDb,
  actor: Actor,
  { before, after, ip }: { before: Handed; after: Handed; ip: string },
): Promise<void> {
  const [had, has] = [before, after].map((one) => isDelivered(one.status) && hasOwner(one));
  const isOther = before.customer_id !== after.customer_id || before.vin !== after.vin;
  if (!had && !has) return;
  if (had && has && !isOther) return;
  const { client_id: saleKey } = await tx
    .selectFrom('deals')
    .select('client_id')
    .where('id', '=', before.id)
    .executeTakeFirstOrThrow();
  if (had) {
    const { customer_id: customerId, vin } = before;
    await takeBoughtBack(tx, actor, { customerId, saleKey, vin: vin ?? '', ip });
  }
  if (!has) return;
  const today = dateAt(await getTimezone(tx), Date.now());
  await parkBought(tx, actor, {
    ...{ customerId: after.customer_id, saleKey, vin: after.vin ?? '', ip },
    ...{ description: after.vehicle, mileage: after.miles_at_delivery, store: after.store },
    purchasedOn: after.delivered_on ?? today,
  });
}

const hasOwner = ({ type, vehicle }: Handed) => withOwner.includes(type) && vehicle !== '';
