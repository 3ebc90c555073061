export const conditions = ['new', 'used', 'cpo'] as const;
export type Condition = (typeof conditions)[number];

export const conditionNames: Record<Condition, string> = { new: 'New', used: 'Used', cpo: 'CPO' };

export const statuses = [
  'in_transit',
  'received',
  'acquired',
  'recon',
  'frontline',
  'hold',
  'deposit',
  'sold',
  'delivered',
  'wholesale',
  'transferred',
] as const;
export type Status = (typeof statuses)[number];

export const statusNames: Record<Status, string> = {
  in_transit: 'In transit',
  received: 'Received, PDI',
  acquired: 'Acquired',
  recon: 'In recon',
  frontline: 'Frontline',
  hold: 'On hold',
  deposit: 'Deposit taken',
  sold: 'Sold',
  delivered: 'Delivered',
  wholesale: 'Wholesaled',
  transferred: 'Traded to a dealer',
};

/** Allowed transitions. A vehicle that left can come back as a trade-in. */
export const nextStatuses: Record<Status, readonly Status[]> = {
  in_transit: ['received', 'acquired'],
  received: ['recon', 'frontline', 'sold', 'wholesale', 'transferred'],
  acquired: ['recon', 'wholesale', 'transferred'],
  recon: ['frontline', 'hold', 'wholesale', 'transferred'],
  frontline: ['hold', 'deposit', 'sold', 'recon', 'wholesale', 'transferred'],
  hold: ['frontline', 'deposit', 'sold', 'recon', 'wholesale', 'transferred'],
  deposit: ['frontline', 'sold'],
  sold: ['delivered', 'frontline'],
  delivered: ['acquired'],
  wholesale: ['acquired'],
  transferred: ['acquired'],
};

/** Statuses a vehicle can be added with. */
export const firstStatuses = ['in_transit', 'received', 'acquired'] as const;
export type FirstStatus = (typeof firstStatuses)[number];

const gone: readonly Status[] = ['delivered', 'wholesale', 'transferred'];
export const isGone = (status: Status) => gone.includes(status);

const requiringReason: readonly Status[] = ['hold', 'wholesale', 'transferred'];

/** Whether the change requires a reason: it blocks a sale, or undoes one. */
export function needsReason(from: Status, to: Status): boolean {
  const undoesSale = (from === 'sold' || from === 'deposit') && to === 'frontline';
  return requiringReason.includes(to) || undoesSale || isGone(from);
}

/** Whether the change takes a manager: the vehicle leaves without a buyer, or comes back. */
export const needsManager = (from: Status, to: Status) =>
  to === 'wholesale' ||
  to === 'transferred' ||
  isGone(from) ||
  (from === 'sold' && to === 'frontline');

/** Why the transition is not allowed; null if it is. */
export function transitionError(from: Status, to: Status): string | null {
  const next = nextStatuses[from];
  if (next.includes(to)) return null;
  const is = statusNames[from].toLowerCase();
  if (from === to) return `This vehicle is already ${is}.`;
  const names = next.map((one) => statusNames[one].toLowerCase());
  return `This vehicle is ${is}; it can only become ${joinNames(names)}.`;
}

function joinNames(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`;
}
