import { expect, test } from 'vitest';
import { changedFields } from '../../../platform/web/forms/changes.ts';
import { emptyValues, newValues } from '../web/form/values.ts';

const vin = '1FTFW1E50PFA12345';

test('a new vehicle starts with what was scanned', () => {
  const scannedVin = newValues(` ${vin.toLowerCase()} `, ['ford', 'hyundai']);
  expect(changedFields(emptyValues(), scannedVin)).toEqual(['vin', 'year', 'make']);
  expect(scannedVin).toMatchObject({ vin, year: '2023', make: 'Ford' });
  const scannedNumber = newValues('F1234', ['ford', 'hyundai']);
  expect(changedFields(emptyValues(), scannedNumber)).toEqual(['stockNumber']);
});

test('a new vehicle starts with the store of an employee of one store', () => {
  expect(newValues('', ['ford']).store).toBe('ford');
  expect(newValues(vin, ['ford'])).toMatchObject({ vin, store: 'ford' });
  expect(newValues('', ['ford', 'hyundai']).store).toBe('');
});
