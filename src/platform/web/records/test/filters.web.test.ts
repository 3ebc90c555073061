import { expect, test } from 'vitest';
import { readFilters, storeField } from '../filters.ts';

const read = (search: string) => readFilters(new URLSearchParams(search));

test('filters are read from the address, and what is not valid counts as absent', () => {
  expect(read('q=%20fiesta%20').text('q')).toBe('fiesta');
  expect(read('q=%20').text('q')).toBeUndefined();

  const statuses = ['open', 'closed'] as const;
  expect(read('status=closed').oneOf('status', statuses)).toBe('closed');
  expect(read('status=lost').oneOf('status', statuses)).toBeUndefined();

  expect(read('advisorId=7').id('advisorId')).toBe(7);
  for (const id of ['0', '-7', '1.5', '7a', '1234567890']) {
    expect(read(`advisorId=${id}`).id('advisorId'), id).toBeUndefined();
  }

  expect(read('closedIn=2026-11').month('closedIn')).toBe('2026-11');
  for (const month of ['2026-13', '2026-1', '1999-11', 'november']) {
    expect(read(`closedIn=${month}`).month('closedIn'), month).toBeUndefined();
  }
});

test('the store filter is offered only if there are several stores', () => {
  expect(storeField(['ford'], undefined)).toBe(false);
  expect(storeField(['ford', 'hyundai'], 'ford')).toMatchObject({
    value: 'ford',
    options: [{ value: '', label: 'All stores' }, { label: 'Ford' }, { label: 'Hyundai' }],
  });
});
