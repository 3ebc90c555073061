import { milesOf } from '../../../../platform/web/format/amounts.ts';

interface GarageVehicle {
  id: number;
  description: string;
  vin: string | null;
  plate: string;
  plateState: string;
  mileage: number | null;
}

interface VehicleFields {
  vehicle: string;
  vin: string;
}

/** `2023 Ford Maverick XLT · ABC 123 KS · 41,200 mi · VIN …A12345` */
export function vehicleLabel({
  description,
  plate,
  plateState,
  mileage,
  vin,
}: GarageVehicle): string {
  const facts = [
    description,
    plate && `${plate} ${plateState}`.trim(),
    mileage !== null && milesOf(mileage),
    vin && `VIN …${vin.slice(-6)}`,
  ];
  return facts.filter(Boolean).join(' · ');
}

export const vehicleFieldsOf = ({ description, vin }: GarageVehicle): VehicleFields => ({
  vehicle: description,
  vin: vin ?? '',
});

/** The customer’s vehicle that the form’s values refer to. */
export const findVehicle = (garage: readonly GarageVehicle[], { vehicle, vin }: VehicleFields) =>
  garage.find((known) =>
    known.vin ? known.vin === vin.trim().toUpperCase() : known.description === vehicle,
  );

/** The customer’s only vehicle, unless one was entered already. */
export function preselected(garage: readonly GarageVehicle[], { vehicle, vin }: VehicleFields) {
  const [only] = garage;
  return garage.length === 1 && only && !vehicle.trim() && !vin.trim() ? only : undefined;
}
