import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';

export const utilityIds = [
  'heimdall-dashboard',
  'time-tracker',
  'notes-manager',
  'barcode-scanner',
] as const;
export type UtilityId = (typeof utilityIds)[number];

export const maxUtilities = 3;
export const maximumReached = {
  title: 'Maximum Reached',
  description: 'You can only select up to 3 utilities for Quick Access.',
} as const;

const preferences = z.object({ selectedUtilities: z.array(z.enum(utilityIds)) });

export const getPreferences = endpoint({
  method: 'GET',
  path: '/api/dashboard-preferences',
  summary: 'List your Quick Access utilities, in order',
  access: 'signedIn',
  reply: preferences,
});

export const setPreferences = endpoint({
  method: 'PUT',
  path: '/api/dashboard-preferences',
  summary: 'Set your Quick Access utilities, three at most',
  access: 'signedIn',
  body: { selectedUtilities: z.array(z.enum(utilityIds)).check(z.maxLength(utilityIds.length)) },
  refine: ({ selectedUtilities: { length }, selectedUtilities }) => {
    if (new Set(selectedUtilities).size < length) return 'List each utility only once.';
    if (length <= maxUtilities) return undefined;
    return `${maximumReached.title}: ${maximumReached.description}`;
  },
  reply: preferences,
});
