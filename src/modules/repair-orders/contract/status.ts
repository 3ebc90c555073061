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
  in_work: 'In progress',
  waiting_parts: 'Waiting for parts',
  waiting_approval: 'Waiting for approval',
  completed: 'Completed',
  closed: 'Closed',
  void: 'Void',
};

/** Allowed transitions; only a manager reopens a closed or void order. */
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
/** Transitions that reverse booked revenue. */
export const needsManager = (from: Status, to: Status) => to === 'void' || reopens(from, to);
export const needsReason = (from: Status, to: Status) =>
  needsManager(from, to) || (from === 'completed' && to === 'in_work');
