import type { DemoPerson } from './people.ts';

export const teamChannels = ['general', 'sales', 'service', 'management', 'integrations'] as const;
export type TeamChannel = (typeof teamChannels)[number];

/**
 * Who takes part where in the demo group. Narrow on purpose: whatever policy chat holds, nobody
 * here has written in a channel it would close to them.
 */
export function takesPartIn(person: DemoPerson, channel: TeamChannel): boolean {
  if (!person.isActive || person.pending) return false;
  const leads = person.role !== 'employee';
  switch (channel) {
    case 'general':
      return true;
    case 'sales':
      return leads || person.department === 'sales';
    case 'service':
      return leads || person.department === 'service' || person.department === 'parts';
    case 'management':
      return leads;
    case 'integrations':
      return leads || person.department === 'it';
  }
}
