import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { permits } from '../../../../../platform/contract/access.ts';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { typedHundredths } from '../../../../../platform/web/format/amounts.ts';
import { useCurrentUser } from '../../../../access/web/public.ts';
import { getVehicle } from '../../../../vehicles/contract.ts';
import type { Sellable } from '../../../contract.ts';
import type { DealForm } from '../useDealForm.ts';

/** Takes a car of the stock into the form, with its price and, for who may see it, what it cost. */
export function useStockCar(form: DealForm, seeCost: boolean) {
  const client = useQueryClient();
  const me = useCurrentUser();
  const chosen = useRef<number>(undefined);
  const filledPrice = useRef('');

  const askCosts = async (id: number) => {
    const { money } = await client.fetchQuery(
      queryOptionsFor(getVehicle, { params: { vehicleId: id } }),
    );
    // Meanwhile it may have become another car.
    if (!money || chosen.current !== id) return;
    form.change({
      cost: typedHundredths(money.costCents || null),
      recon: typedHundredths(money.reconCents || null),
      pack: typedHundredths(money.packCents || null),
    });
  };
  return ({ id, title, stockNumber, condition, listCents }: Sellable) => {
    const { price } = form.values;
    const isOwn = price.trim() !== '' && price !== filledPrice.current;
    chosen.current = id;
    if (!isOwn) filledPrice.current = typedHundredths(listCents);
    form.change({
      ...{ car: { id, title, stockNumber }, condition },
      ...(!isOwn && { price: filledPrice.current }),
      ...(seeCost && { cost: '', recon: '', pack: '' }),
    });
    // Who may not look into the stock leaves it to the server, which knows the cost.
    if (seeCost && me && permits(getVehicle.access, me)) askCosts(id).catch(() => undefined);
  };
}
