export const statuses = [
  'new',
  'contacted',
  'appointment',
  'showed',
  'sold',
  'lost',
  'duplicate',
] as const;
export type Status = (typeof statuses)[number];

export const statusNames: Record<Status, string> = {
  new: 'New',
  contacted: 'Contacted',
  appointment: 'Appointment set',
  showed: 'Showed',
  sold: 'Sold',
  lost: 'Lost',
  duplicate: 'Duplicate',
};

export const openStatuses = ['new', 'contacted', 'appointment', 'showed'] as const;
export const isOpen = (status: Status) => (openStatuses as readonly Status[]).includes(status);

/** Allowed status changes. Nothing becomes new again: a response cannot be undone. */
export const nextStatuses: Record<Status, readonly Status[]> = {
  new: ['contacted', 'appointment', 'showed', 'sold', 'lost', 'duplicate'],
  contacted: ['appointment', 'showed', 'sold', 'lost', 'duplicate'],
  appointment: ['showed', 'contacted', 'sold', 'lost', 'duplicate'],
  showed: ['appointment', 'sold', 'lost', 'duplicate'],
  sold: ['showed'],
  lost: ['contacted'],
  duplicate: ['contacted'],
};

export const lostReasons = [
  'no_answer',
  'bought_elsewhere',
  'price',
  'credit',
  'not_in_stock',
  'not_buying',
  'wrong_contact',
  'other',
] as const;
export type LostReason = (typeof lostReasons)[number];
export const lostReasonNames: Record<LostReason, string> = {
  no_answer: 'No response',
  bought_elsewhere: 'Bought elsewhere',
  price: 'Price or payment',
  credit: 'Credit',
  not_in_stock: 'Vehicle not available',
  not_buying: 'No longer buying',
  wrong_contact: 'Wrong contact info',
  other: 'Other',
};
