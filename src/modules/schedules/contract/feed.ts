import * as z from 'zod/mini';
import { endpoint, file } from '../../../platform/contract/endpoint.ts';
import { message } from '../../../platform/contract/fields.ts';

export const renewFeed = endpoint({
  method: 'POST',
  path: '/api/schedules/feed',
  summary: 'Make the secret link of your calendar feed; an earlier one stops working',
  access: 'signedIn',
  reply: z.object({ path: z.string() }),
  status: 201,
});

export const stopFeed = endpoint({
  method: 'DELETE',
  path: '/api/schedules/feed',
  summary: 'Turn off your calendar feed',
  access: 'signedIn',
  reply: message,
});

export const getFeed = endpoint({
  method: 'GET',
  path: '/api/schedules/feed/:token',
  summary: 'The calendar feed of the person whose secret link this is (iCalendar)',
  access: 'public',
  params: { token: z.string().check(z.maxLength(100)) },
  reply: file,
  replyType: 'file',
});
