export const statuses = [
  'open',
  'in_work',
  'waiting_parts',
  'waiting_approval',
  'completed',
  'closed',
  'void',
] as const;
export type Status = (typeof statuses)[number];

export const statusNames: Record<Status, string> = {
  open: 'Open',
  in_work: 'In work',
  waiting_parts: 'Waiting for parts',
  waiting_approval: 'Waiting for approval',
  completed: 'Completed',
  closed: 'Closed',
  void: 'Void',
};

/** What an order may become; an order that was closed or voided is opened again only by a manager. */
export const nextStatuses: Record<Status, readonly Status[]> = {
  open: ['in_work', 'waiting_parts', 'waiting_approval', 'void'],
  in_work: ['waiting_parts', 'waiting_approval', 'completed', 'void'],
  waiting_parts: ['in_work', 'completed', 'void'],
  waiting_approval: ['in_work', 'completed', 'void'],
  completed: ['in_work', 'closed'],
  closed: ['completed'],
  void: ['open'],
};

const reopens = (from: Status, to: Status) => isDone(from) && !isDone(to);

export const isDone = (status: Status) => status === 'closed' || status === 'void';
/** Takes money back or work away from the books. */
export const needsManager = (from: Status, to: Status) => to === 'void' || reopens(from, to);
export const needsReason = (from: Status, to: Status) =>
  needsManager(from, to) || (from === 'completed' && to === 'in_work');
