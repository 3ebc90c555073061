import { endpoint, file } from '../../../platform/contract/endpoint.ts';
import { idParam } from '../../../platform/contract/fields.ts';
import * as f from './fields.ts';

/** POST, as opening one is: who took it when is recorded first. */
export const saveContact = endpoint({
  method: 'POST',
  path: '/api/customers/:customerId/contact',
  summary: 'A customer as a contact of a phone (vCard); who took it when is recorded first',
  access: f.read,
  params: { customerId: f.customerId },
  reply: file,
  replyType: 'file',
});

export const saveAppointment = endpoint({
  method: 'POST',
  path: '/api/customers/appointments/:appointmentId/calendar',
  summary: 'An appointment for a calendar (iCalendar); who took it when is recorded first',
  access: f.read,
  params: { appointmentId: idParam },
  reply: file,
  replyType: 'file',
});
