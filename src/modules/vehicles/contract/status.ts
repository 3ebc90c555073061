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

/** What each status may become. A car that left may come back, as somebody's trade. */
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

/** What a car may be when it is added. */
export const firstStatuses = ['in_transit', 'received', 'acquired'] as const;
export type FirstStatus = (typeof firstStatuses)[number];

const gone: readonly Status[] = ['delivered', 'wholesale', 'transferred'];
export const isGone = (status: Status) => gone.includes(status);

const explained: readonly Status[] = ['hold', 'wholesale', 'transferred'];

/** Whether whoever makes this change has to say why: it keeps a car from being sold, or undoes a sale. */
export function needsReason(from: Status, to: Status): boolean {
  const undoesSale = (from === 'sold' || from === 'deposit') && to === 'frontline';
  return explained.includes(to) || undoesSale || isGone(from);
}

/** Whether only a manager may make it: a car leaves the stock without a buyer, or comes back. */
export const needsManager = (from: Status, to: Status) =>
  to === 'wholesale' ||
  to === 'transferred' ||
  isGone(from) ||
  (from === 'sold' && to === 'frontline');

/** Why a car cannot become this now; null where it can. */
export function refusalOf(from: Status, to: Status): string | null {
  const next = nextStatuses[from];
  if (next.includes(to)) return null;
  const is = statusNames[from].toLowerCase();
  if (from === to) return `This car is ${is} already.`;
  const names = next.map((one) => statusNames[one].toLowerCase());
  return `This car is ${is}; from there it can only become ${joinNames(names)}.`;
}

function joinNames(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`;
}
