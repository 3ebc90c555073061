import { endpoint, file } from '../../../platform/contract/endpoint.ts';
import { idParam } from '../../../platform/contract/fields.ts';
import * as f from './fields.ts';

/** POST, like opening a customer, because the access is recorded. */
export const saveContact = endpoint({
  method: 'POST',
  path: '/api/customers/:customerId/contact',
  reads: 'customers',
  summary: 'A customer as a vCard; the download is recorded first',
  access: f.read,
  params: { customerId: f.customerId },
  reply: file,
  replyType: 'file',
});

export const saveAppointment = endpoint({
  method: 'POST',
  path: '/api/customers/:customerId/appointments/:appointmentId/calendar',
  reads: 'customers',
  summary: 'An appointment as an iCalendar file; the download is recorded first',
  access: f.read,
  params: { customerId: f.customerId, appointmentId: idParam },
  reply: file,
  replyType: 'file',
});
