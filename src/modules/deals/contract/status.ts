export const statuses = ['open', 'signed', 'delivered', 'funded', 'canceled'] as const;
export type Status = (typeof statuses)[number];

export const statusNames: Record<Status, string> = {
  open: 'Open',
  signed: 'Signed',
  delivered: 'Delivered',
  funded: 'Funded',
  canceled: 'Canceled',
};

/** Allowed status changes. A canceled deal stays canceled; a new one is created instead. */
export const nextStatuses: Record<Status, readonly Status[]> = {
  open: ['signed', 'canceled'],
  signed: ['delivered', 'open', 'canceled'],
  delivered: ['funded', 'signed', 'canceled'],
  funded: ['delivered'],
  canceled: [],
};

/** Reached on a day that the books need, in this order. */
export const datedStatuses = ['signed', 'delivered', 'funded'] as const;
export type DatedStatus = (typeof datedStatuses)[number];
export const isDated = (status: Status): status is DatedStatus => isSold(status);

/** Counts as sold: signed and not undone. */
export const isSold = (status: Status) =>
  status === 'signed' || status === 'delivered' || status === 'funded';
/** Final in accounting: its figures no longer change. */
export const isClosed = (status: Status) => status === 'funded' || status === 'canceled';

const order: Record<Status, number> = { open: 0, signed: 1, delivered: 2, funded: 3, canceled: 4 };
export const goesBack = (from: Status, to: Status) => order[to] < order[from];
/** Undoes something accounting may already have recorded. */
export const needsManager = (from: Status, to: Status) =>
  goesBack(from, to) || (to === 'canceled' && from !== 'open');
export const needsReason = (from: Status, to: Status) => goesBack(from, to) || to === 'canceled';
