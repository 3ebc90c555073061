import { milesOf } from '../../../../platform/web/format/amounts.ts';

/** A car of the customer’s garage. */
interface GarageCar {
  id: number;
  description: string;
  vin: string | null;
  plate: string;
  plateState: string;
  mileage: number | null;
}

interface Written {
  vehicle: string;
  vin: string;
}

/** `2023 Ford Maverick XLT · ABC 123 KS · 41,200 mi · VIN …A12345` */
export function carLabel({ description, plate, plateState, mileage, vin }: GarageCar): string {
  const facts = [
    description,
    plate && `${plate} ${plateState}`.trim(),
    mileage !== null && milesOf(mileage),
    vin && `VIN …${vin.slice(-6)}`,
  ];
  return facts.filter(Boolean).join(' · ');
}

export const writtenOf = ({ description, vin }: GarageCar): Written => ({
  ...{ vehicle: description, vin: vin ?? '' },
});

/** The car of the garage that is written on the order. */
export const carOf = (garage: readonly GarageCar[], { vehicle, vin }: Written) =>
  garage.find((car) =>
    car.vin ? car.vin === vin.trim().toUpperCase() : car.description === vehicle,
  );

/** What is filled in when the customer is chosen: their only car, unless one was typed already. */
export function preselected(garage: readonly GarageCar[], { vehicle, vin }: Written) {
  const [only] = garage;
  return garage.length === 1 && only && !vehicle.trim() && !vin.trim() ? only : undefined;
}
