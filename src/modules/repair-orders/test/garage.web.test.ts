import { expect, test } from 'vitest';
import { carLabel, carOf, preselected, writtenOf } from '../web/form/garage.ts';

const maverick = {
  ...{ id: 1, description: '2023 Ford Maverick XLT', vin: '3FTTW8E33PRA12345' },
  ...{ plate: 'ABC 123', plateState: 'KS', mileage: 41_200 },
};
const suv = {
  ...{ id: 2, description: '2019 Ford Escape SE', vin: null, plate: '', plateState: '' },
  mileage: null,
};
const nothing = { vehicle: '', vin: '' };

test('the only car of a customer is filled in with its VIN, and of several none is', () => {
  const only = preselected([maverick], nothing);
  expect(only && writtenOf(only)).toEqual({
    ...{ vehicle: '2023 Ford Maverick XLT', vin: '3FTTW8E33PRA12345' },
  });
  expect(preselected([maverick, suv], nothing)).toBeUndefined();
  expect(preselected([], nothing)).toBeUndefined();
  expect(preselected([maverick], { vehicle: '2010 Honda Fit', vin: '' })).toBeUndefined();
});

test('a car is told with plate, miles and the end of its VIN, and known by what is written', () => {
  expect(carLabel(maverick)).toBe('2023 Ford Maverick XLT · ABC 123 KS · 41,200 mi · VIN …A12345');
  expect(carLabel(suv)).toBe('2019 Ford Escape SE');
  const garage = [maverick, suv];
  expect(carOf(garage, writtenOf(maverick))?.id).toBe(1);
  expect(carOf(garage, writtenOf(suv))?.id).toBe(2);
  expect(carOf(garage, { vehicle: '2010 Honda Fit', vin: '' })).toBeUndefined();
});
