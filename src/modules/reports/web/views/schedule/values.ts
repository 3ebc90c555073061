import type { Schedule, View } from '../../../contract/views.ts';
import type { Person } from '../../state/useViews.ts';

export interface Values {
  every: Schedule['every'];
  weekday: number;
  day: number;
  hour: number;
  people: readonly Person[];
}

export const fieldNames: Partial<Record<keyof Values, string>> = {
  every: 'Frequency',
  weekday: 'Day',
  day: 'Day',
  hour: 'Time',
  people: 'Recipients',
};

/** The current schedule; defaults to Monday mornings, to the user. */
export function startOf({ schedule }: Pick<View, 'schedule'>, me: Person): Values {
  if (!schedule) return { every: 'week', weekday: 1, day: 1, hour: 8, people: [me] };
  const { every, weekday = 1, day = 1, hour, recipients } = schedule;
  return { every, weekday, day, hour, people: recipients };
}

export const scheduleOf = ({ every, weekday, day, hour, people }: Values): Schedule => ({
  every,
  ...(every === 'week' && { weekday }),
  ...(every === 'month' && { day }),
  hour,
  recipientIds: people.map(({ id }) => id),
});
