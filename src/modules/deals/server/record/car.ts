import type { Store } from '../../../../platform/contract/access.ts';
import { conflict, invalid } from '../../../../platform/server/http/errors.ts';
import { findStockCar, type StockCar } from '../../../vehicles/server/public.ts';
import type { DealsDb, DealsTable } from '../tables.ts';
import type { DealRow } from './rows.ts';
import type { DealInput } from './validate.ts';

type CarColumns = Pick<DealsTable, 'vehicle_id' | 'vehicle' | 'vin' | 'stock_number' | 'condition'>;
type CostColumns = Pick<DealsTable, 'cost_cents' | 'recon_cents' | 'pack_cents' | 'reserve_cents'>;

/**
 * The vehicle and cost columns of a deal. A stock vehicle is described by its stock record, which also
 * supplies the cost the deal leaves out. Throws 400 for a vehicle of another store, 409 for a sold one.
 */
export async function carOf(
  tx: DealsDb,
  store: Store,
  input: DealInput,
  before?: DealRow,
): Promise<CarColumns & CostColumns> {
  const { vehicleId } = input;
  const stock = vehicleId === null ? null : await findStockCar(tx, store, vehicleId);
  const isSame = before !== undefined && before.vehicle_id === vehicleId;
  const costs = costsOf(input, stock, isSame, before);
  if (vehicleId === null) {
    const { vehicle, vin, condition } = input;
    const described = {
      vehicle_id: null,
      vehicle,
      vin,
      stock_number: input.stockNumber,
      condition,
    };
    return { ...described, ...costs };
  }
  if (isSame) {
    const { vehicle, vin, stock_number, condition } = before;
    return { vehicle_id: vehicleId, vehicle, vin, stock_number, condition, ...costs };
  }
  if (!stock) {
    const problem = 'This vehicle is not in stock at this store';
    throw invalid(`${problem}.`, { vehicleId: problem });
  }
  if (stock.refusal) throw conflict(stock.refusal, { vehicleId: stock.refusal });
  const { title: vehicle, vin, stockNumber: stock_number, condition } = stock;
  return { vehicle_id: vehicleId, vehicle, vin, stock_number, condition, ...costs };
}

const maxCents = 100_000_000;

function costsOf(
  { costs }: DealInput,
  stock: StockCar | null,
  isSame: boolean,
  before: DealRow | undefined,
): CostColumns {
  const kept = isSame && before;
  const cost = costs?.costCents ?? (kept ? kept.cost_cents : 0);
  const recon = costs?.reconCents ?? (kept ? kept.recon_cents : 0);
  const pack = costs?.packCents ?? (kept ? kept.pack_cents : 0);
  const fill = cost === 0 && stock?.costCents ? stock : null;
  return {
    cost_cents: Math.min(maxCents, fill?.costCents ?? cost),
    recon_cents: Math.min(maxCents, recon || (fill?.reconCents ?? 0)),
    pack_cents: Math.min(maxCents, pack || (fill?.packCents ?? 0)),
    reserve_cents: costs?.reserveCents ?? before?.reserve_cents ?? 0,
  };
}
