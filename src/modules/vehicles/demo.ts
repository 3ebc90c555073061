import { crews, type DemoCar, demoCars } from '../../../db/demo/stock/cars.ts';
import { curtailmentsOf, floorplanOf, noFloorplan } from '../../../db/demo/stock/floorplan.ts';
import { eventsOf, outingsOf, stepsOf, wayToLine } from '../../../db/demo/stock/history.ts';
import type { Store } from '../../platform/contract/access.ts';
import { dateAt } from '../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../platform/server/db/database.ts';
import { getTimezone } from '../organization/server/public.ts';
import { type ImportedVehicle, importVehicles } from './server/public.ts';

type IdOf = (username: string) => number;

/** Seeds the inventory of the three stores. `idOf` returns the id of a username. */
export async function seedStock(db: Db<AnyTables>, asOf: Date, idOf: IdOf): Promise<void> {
  const today = dateAt(await getTimezone(db), asOf.getTime());
  const cars = demoCars(today);
  const counts = new Map<string, number>();
  /** Count of earlier vehicles of this kind at this store. */
  const placeOf = ({ store }: DemoCar, kind: string) => {
    const count = counts.get(`${store} ${kind}`) ?? 0;
    counts.set(`${store} ${kind}`, count + 1);
    return count;
  };
  const vehicles = cars.map((car): ImportedVehicle => {
    const events = eventsOf(car, asOf);
    const steps =
      car.status === 'recon' ? stepsOf(car, placeOf(car, 'recon'), asOf) : wayToLine(car, events);
    const outings = car.isLoaner ? outingsOf(car, placeOf(car, 'loaner'), asOf) : [];
    return {
      car: rowOf(car, idOf),
      curtailments: curtailmentsOf(car, today),
      events: events.map(({ by, ...event }) => ({ ...event, authorId: idOf(by) })),
      steps: steps.map((step) => ({
        stage: step.stage,
        entered_at: step.enteredAt,
        left_at: step.leftAt,
        entered_by: idOf(step.by),
        owner_id: step.owner === null ? null : idOf(step.owner),
        estimate_cents: step.estimateCents,
        actual_cents: step.actualCents,
      })),
      outings: outings.map((one) => outingRow(one, car.store, idOf)),
    };
  });
  await importVehicles(db, vehicles, platesOf(idOf));
}

function rowOf(car: DemoCar, idOf: IdOf): ImportedVehicle['car'] {
  const isFloored = car.condition === 'new' && car.place !== 'in_transit';
  return {
    client_id: car.clientId,
    vin: car.vin,
    vin_reason: null,
    store: car.store,
    stock_number: car.stockNumber,
    traded_for_id: null,
    year: car.year,
    make: car.make,
    model: car.model,
    trim: car.trim,
    body: car.body,
    exterior: car.exterior,
    interior: car.interior,
    mileage: car.mileage,
    condition: car.condition,
    class: car.class,
    status: car.status,
    place: car.place,
    sold_on: car.soldOn,
    deliver_on: car.deliverOn,
    acquired_on: car.acquiredOn,
    acquired_from: car.acquiredFrom,
    gone_on: null,
    list_cents: car.listCents,
    msrp_cents: car.msrpCents,
    cost_cents: car.costCents,
    pack_cents: 40_000,
    ...(isFloored ? floorplanOf(car) : noFloorplan),
    lot_location: car.lotLocation,
    key_tag: car.keyTag,
    created_by: idOf(crews[car.store].sales),
  };
}

type Outing = ReturnType<typeof outingsOf>[number];

function outingRow(one: Outing, store: Store, idOf: IdOf): ImportedVehicle['outings'][number] {
  const isBack = one.inAt !== null;
  return {
    client_id: one.clientId,
    store,
    kind: one.kind,
    plate: one.plate,
    holder_id: null,
    holder_name: one.holder,
    holder_phone: one.phone,
    license_last_four: null,
    out_at: one.outAt,
    due_at: one.dueAt,
    in_at: one.inAt,
    miles_out: one.milesOut,
    miles_in: one.milesIn,
    fuel_out: one.fuelOut,
    fuel_in: isBack ? one.fuelOut : null,
    data_wiped: isBack ? true : null,
    out_by: idOf(one.by),
    in_by: isBack ? idOf(one.by) : null,
  };
}

const platesOf = (idOf: IdOf) =>
  (Object.keys(crews) as Store[]).flatMap((store) =>
    [1, 2, 3, 4].map((number) => ({
      store,
      number: `${crews[store].letter}D-10${number}`,
      created_by: idOf(crews[store].service),
    })),
  );
