let count = 0;

/** A stay of a used Ford Ranger in stock, as `insertStays` takes it. */
export function stockRow(author: number) {
  count += 1;
  return {
    client_id: crypto.randomUUID(),
    store: 'ford',
    stock_number: `TT${count}`,
    year: 2024,
    vin: `1FTFW3L51RK9${String(count).padStart(5, '0')}`,
    make: 'Ford',
    model: 'Ranger',
    mileage: 10,
    condition: 'used',
    status: 'frontline',
    acquired_from: 'auction',
    acquired_on: '2026-03-01',
    created_by: author,
  };
}
