export const statuses = [
  'new',
  'attempted',
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
  attempted: 'Attempted',
  contacted: 'Contacted',
  appointment: 'Appointment set',
  showed: 'Showed',
  sold: 'Sold',
  lost: 'Lost',
  duplicate: 'Duplicate',
};

export const openStatuses = ['new', 'attempted', 'contacted', 'appointment', 'showed'] as const;
export const isOpen = (status: Status) => (openStatuses as readonly Status[]).includes(status);

/** How far a lead came, each with the first time. */
export interface Milestones {
  attemptedAt: string | null;
  contactedAt: string | null;
  showedAt: string | null;
}

const next: Record<Exclude<Status, 'sold' | 'lost' | 'duplicate'>, readonly Status[]> = {
  new: ['attempted', 'contacted', 'appointment', 'showed', 'sold', 'lost', 'duplicate'],
  attempted: ['contacted', 'appointment', 'showed', 'sold', 'lost', 'duplicate'],
  contacted: ['appointment', 'showed', 'sold', 'lost', 'duplicate'],
  appointment: ['showed', 'contacted', 'sold', 'lost', 'duplicate'],
  showed: ['appointment', 'sold', 'lost', 'duplicate'],
};

/** Where a closed lead goes on: as far as it really came, since reopening reaches no one. */
function reopenedStatus(lead: Milestones): Status {
  if (lead.showedAt !== null) return 'showed';
  if (lead.contactedAt !== null) return 'contacted';
  return lead.attemptedAt === null ? 'new' : 'attempted';
}

/** Allowed status changes. Attempts and contacts cannot be undone, so an open lead never goes back behind them. */
export function nextStatuses(lead: Milestones & { status: Status }): readonly Status[] {
  const { status } = lead;
  if (isOpen(status)) return next[status as keyof typeof next];
  return [reopenedStatus(lead)];
}

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
