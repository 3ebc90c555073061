import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { permits } from '../../../../../platform/contract/access.ts';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { typedHundredths } from '../../../../../platform/web/format/amounts.ts';
import { useCurrentUser } from '../../../../access/web/public.ts';
import { getVehicle } from '../../../../vehicles/contract.ts';
import type { Sellable } from '../../../contract.ts';
import type { DealForm } from '../useDealForm.ts';

/** Fills the form from a stock vehicle: its price and, with access, its costs. */
export function useStockCar(form: DealForm, seeCost: boolean) {
  const client = useQueryClient();
  const me = useCurrentUser();
  const chosen = useRef<number>(undefined);
  const filledPrice = useRef('');

  const fillCosts = async (id: number) => {
    const { money } = await client.fetchQuery(
      queryOptionsFor(getVehicle, { params: { vehicleId: id } }),
    );
    // The user may have chosen another vehicle meanwhile.
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
    // Without access to the inventory the server fills in the costs on save.
    if (seeCost && me && permits(getVehicle.access, me)) fillCosts(id).catch(() => undefined);
  };
}
