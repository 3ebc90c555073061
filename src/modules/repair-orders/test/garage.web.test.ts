import { expect, test } from 'vitest';
import { findVehicle, preselected, vehicleFieldsOf, vehicleLabel } from '../web/form/garage.ts';

const maverick = {
  id: 1,
  description: '2023 Ford Maverick XLT',
  vin: '3FTTW8E33PRA12345',
  plate: 'ABC 123',
  plateState: 'KS',
  mileage: 41_200,
};
const suv = {
  id: 2,
  description: '2019 Ford Escape SE',
  vin: null,
  plate: '',
  plateState: '',
  mileage: null,
};
const blank = { vehicle: '', vin: '' };

test('preselects a customer’s only vehicle with its VIN, and none of several', () => {
  const only = preselected([maverick], blank);
  expect(only && vehicleFieldsOf(only)).toEqual({
    vehicle: '2023 Ford Maverick XLT',
    vin: '3FTTW8E33PRA12345',
  });
  expect(preselected([maverick, suv], blank)).toBeUndefined();
  expect(preselected([], blank)).toBeUndefined();
  expect(preselected([maverick], { vehicle: '2010 Honda Fit', vin: '' })).toBeUndefined();
});

test('labels a vehicle with plate, miles and the end of its VIN, and recognizes it by the form’s values', () => {
  expect(vehicleLabel(maverick)).toBe(
    '2023 Ford Maverick XLT · ABC 123 KS · 41,200 mi · VIN …A12345',
  );
  expect(vehicleLabel(suv)).toBe('2019 Ford Escape SE');
  const garage = [maverick, suv];
  expect(findVehicle(garage, vehicleFieldsOf(maverick))?.id).toBe(1);
  expect(findVehicle(garage, vehicleFieldsOf(suv))?.id).toBe(2);
  expect(findVehicle(garage, { vehicle: '2010 Honda Fit', vin: '' })).toBeUndefined();
});
