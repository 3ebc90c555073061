import * as z from 'zod/mini';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { serverEvent } from '../../platform/contract/socket.ts';

/** The time zones the group can choose from. */
export const timezones = [
  { value: 'America/Los_Angeles', label: 'Pacific', abbreviation: 'PT' },
  { value: 'America/Denver', label: 'Mountain', abbreviation: 'MT' },
  { value: 'America/Chicago', label: 'Central', abbreviation: 'CT' },
  { value: 'America/New_York', label: 'Eastern', abbreviation: 'ET' },
  { value: 'America/Phoenix', label: 'Arizona', abbreviation: 'MST' },
  { value: 'America/Anchorage', label: 'Alaska', abbreviation: 'AKST' },
  { value: 'Pacific/Honolulu', label: 'Hawaii', abbreviation: 'HST' },
] as const;

export const timezone = z.enum(timezones.map(({ value }) => value));
export type Timezone = z.output<typeof timezone>;
export const defaultTimezone: Timezone = 'America/Los_Angeles';

const currentTimezone = z.object({ timezone });

export const readTimezone = endpoint({
  method: 'GET',
  path: '/api/system/timezone',
  summary: 'The group time zone',
  access: 'signedIn',
  reply: currentTimezone,
});

export const setTimezone = endpoint({
  method: 'POST',
  path: '/api/system/timezone',
  summary: 'Set the group time zone',
  access: { admin: 'system_management' },
  body: { timezone },
  reply: currentTimezone,
});

/** Sent to everyone: every time on screen is shown in this zone from now on. */
export const timezoneChanged = serverEvent('timezone_changed', { timezone });
