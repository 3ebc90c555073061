export const conditions = ['new', 'used', 'cpo'] as const;
export type Condition = (typeof conditions)[number];

export const conditionNames: Record<Condition, string> = { new: 'New', used: 'Used', cpo: 'CPO' };

/** What a store uses a vehicle in stock for. Only retail vehicles are for sale and age. */
export const classes = ['retail', 'loaner', 'demo', 'company'] as const;
export type StockClass = (typeof classes)[number];

export const classNames: Record<StockClass, string> = {
  retail: 'Retail',
  loaner: 'Service loaner',
  demo: 'Demo',
  company: 'Company use',
};

/** Where a vehicle is on its way to the line. */
export const places = ['in_transit', 'received', 'acquired', 'recon', 'frontline', 'hold'] as const;
export type Place = (typeof places)[number];

const departures = ['delivered', 'wholesale', 'transferred'] as const;

/** Gone, else sold or on deposit, else its place. */
export const statuses = [...places, 'deposit', 'sold', ...departures] as const;
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

/** What a vehicle in stock counts as; each counts once. */
export const countGroups = ['on_ground', 'in_transit', 'sold', 'loaner'] as const;
export type CountGroup = (typeof countGroups)[number];

export const groupNames: Record<CountGroup, string> = {
  on_ground: 'On the ground',
  in_transit: 'In transit',
  sold: 'Sold, not delivered',
  loaner: 'Loaners and demos',
};

export const isPlace = (status: Status): status is Place =>
  (places as readonly Status[]).includes(status);

const gone: readonly Status[] = departures;
export const isGone = (status: Status) => gone.includes(status);

/** Where a vehicle is, and what people say it is. The place stays known while it is sold, and when it is gone. */
export interface Standing {
  place: Place;
  status: Status;
}

const nextPlaces: Record<Place, readonly Place[]> = {
  in_transit: ['received', 'acquired'],
  received: ['recon', 'frontline', 'hold'],
  acquired: ['recon', 'hold'],
  recon: ['frontline', 'hold'],
  frontline: ['hold', 'recon'],
  hold: ['frontline', 'recon'],
};

/**
 * The statuses a vehicle can get by hand. A sold one goes on towards the line; its own place undoes the sale. One
 * that left gets back what it was. A deposit is taken and ended with its amount, not here.
 */
export function nextStatuses({ place, status }: Standing): readonly Status[] {
  if (status === 'delivered') return ['sold'];
  if (isGone(status)) return [place];
  const hasArrived = place !== 'in_transit';
  if (status === 'sold' || status === 'deposit') {
    const moves = nextPlaces[place].filter((to) => to !== 'hold');
    if (status === 'deposit') return [...moves, 'sold'];
    return [...moves, ...(hasArrived ? (['delivered'] as const) : []), place];
  }
  const leaves = hasArrived ? (['wholesale', 'transferred'] as const) : [];
  return [...nextPlaces[place], 'sold', ...leaves];
}

/** Statuses a vehicle can be added with. */
export const firstStatuses = ['in_transit', 'received', 'acquired'] as const;
export type FirstStatus = (typeof firstStatuses)[number];

/** Whether the change takes back a sale or a departure. */
export const undoes = ({ place, status }: Standing, to: Status): boolean =>
  isGone(status) || (status === 'sold' && to === place);

const requiringReason: readonly Status[] = ['hold', 'wholesale', 'transferred'];

/** Whether the change requires a reason: it blocks a sale, or undoes one. */
export const needsReason = (from: Standing, to: Status): boolean =>
  requiringReason.includes(to) || undoes(from, to);

/** Whether the change takes a manager: the vehicle leaves without a buyer, or comes back. */
export const needsManager = (from: Standing, to: Status): boolean =>
  to === 'wholesale' || to === 'transferred' || undoes(from, to);

/** Why the transition is not allowed; null if it is. */
export function transitionError(from: Standing, to: Status): string | null {
  const next = nextStatuses(from);
  if (next.includes(to)) return null;
  if (to === 'deposit' && !isGone(from.status) && from.status !== 'sold') {
    return from.status === 'deposit'
      ? 'This vehicle already has a deposit.'
      : 'Take a deposit to reserve this vehicle.';
  }
  const is = statusNames[from.status].toLowerCase();
  if (from.status === to) return `This vehicle is already ${is}.`;
  if (to === 'delivered' && from.status === 'sold') {
    return 'This vehicle is still in transit. Receive it before it’s delivered.';
  }
  const names = next.map((one) => statusNames[one].toLowerCase());
  return `This vehicle is ${is}; it can only become ${joinNames(names)}.`;
}

function joinNames(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`;
}
