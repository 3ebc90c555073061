import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import {
  clientId,
  freeLine,
  id,
  idParam,
  reference,
  text,
  time,
  version,
} from '../../../platform/contract/fields.ts';
import * as f from './fields.ts';

export const taskKinds = ['call', 'text', 'email', 'visit', 'other'] as const;
export const appointmentKinds = ['sales', 'service'] as const;
export const appointmentStatuses = ['set', 'confirmed', 'showed', 'no_show', 'canceled'] as const;
export type AppointmentStatus = (typeof appointmentStatuses)[number];

/** Allowed transitions. */
export const nextStatuses: Record<AppointmentStatus, readonly AppointmentStatus[]> = {
  set: ['confirmed', 'showed', 'no_show', 'canceled'],
  confirmed: ['showed', 'no_show', 'canceled'],
  showed: [],
  no_show: ['showed', 'set'],
  canceled: ['set'],
};

/** Still ahead: neither showed, no-show nor canceled. */
export const isPlanned = ({ status }: Pick<Appointment, 'status'>) =>
  status === 'set' || status === 'confirmed';

const customerFields = { customerId: z.number(), customerName: z.string(), store: f.store };

export const task = z.object({
  id: z.number(),
  ...customerFields,
  kind: z.enum(taskKinds),
  title: z.string(),
  dueAt: time,
  assignee: reference,
  doneAt: z.nullable(z.string()),
  version: z.number(),
});
export type Task = z.output<typeof task>;

export const appointment = z.object({
  id: z.number(),
  ...customerFields,
  kind: z.enum(appointmentKinds),
  startsAt: time,
  note: z.string(),
  assignee: reference,
  status: z.enum(appointmentStatuses),
  version: z.number(),
});
export type Appointment = z.output<typeof appointment>;

export const work = z.object({ tasks: z.array(task), appointments: z.array(appointment) });
export type Work = z.output<typeof work>;

export const listWork = endpoint({
  method: 'GET',
  path: '/api/customers/:customerId/work',
  reads: 'customers',
  summary: 'Tasks and appointments of a customer: open ones first, then the most recently done',
  access: f.read,
  params: { customerId: f.customerId },
  reply: work,
});

export const addTask = endpoint({
  method: 'POST',
  path: '/api/customers/:customerId/tasks',
  summary: 'Add a task for a customer',
  access: f.write,
  params: { customerId: f.customerId },
  body: {
    clientId,
    store: f.store,
    kind: z.enum(taskKinds),
    title: text(200),
    dueAt: f.instant,
    /** Defaults to the author. */
    assigneeId: z.optional(id),
  },
  reply: task,
  status: 201,
});

export const setTaskDone = endpoint({
  method: 'PUT',
  path: '/api/customers/tasks/:taskId/done',
  summary: 'Mark a task done or not done',
  access: f.write,
  params: { taskId: idParam },
  body: { version, isDone: z.boolean() },
  reply: task,
});

export const addAppointment = endpoint({
  method: 'POST',
  path: '/api/customers/:customerId/appointments',
  summary: 'Set an appointment with a customer',
  access: f.write,
  params: { customerId: f.customerId },
  body: {
    clientId,
    store: f.store,
    kind: z.enum(appointmentKinds),
    startsAt: f.instant,
    note: freeLine(500),
    assigneeId: z.optional(id),
  },
  reply: appointment,
  status: 201,
});

export const setAppointmentStatus = endpoint({
  method: 'PUT',
  path: '/api/customers/appointments/:appointmentId/status',
  summary: 'Change the status of an appointment',
  access: f.write,
  params: { appointmentId: idParam },
  body: { version, status: z.enum(appointmentStatuses) },
  reply: appointment,
});

export const getToday = endpoint({
  method: 'GET',
  path: '/api/customers/today',
  summary: 'Your open tasks due today or overdue, and today’s appointments',
  access: f.read,
  reply: z.object({ ...work.shape, now: time, timezone: z.string() }),
});
export type Today = z.output<(typeof getToday)['reply']>;
