let count = 0;

/** The row of a retail deal that was signed and delivered on March 10, 2026; without its customer. */
export function deliveredDeal(author: number) {
  count += 1;
  return {
    client_id: crypto.randomUUID(),
    store: 'ford',
    number: `T${count + 1000}`,
    type: 'retail',
    condition: 'new',
    vehicle: '2026 Ford Escape Active',
    salesperson_id: author,
    created_by: author,
    opened_at: '2026-01-02T18:00:00Z',
    status: 'delivered',
    signed_on: '2026-03-10',
    delivered_on: '2026-03-10',
    price_cents: 3_000_000,
    cost_cents: 2_800_000,
    recon_cents: 20_000,
    pack_cents: 30_000,
    reserve_cents: 90_000,
  };
}
