import * as z from 'zod/mini';
import { serverEvent } from '../../../platform/contract/socket.ts';

/** Sent to everyone: the directory and the reporting tree show something else of this employee. */
export const employeeChanged = serverEvent('employee_changed', { employeeId: z.number() });

/** Sent to the employee, the managers above them, and HR of their store: the file or a proposal changed. */
export const employeeFileChanged = serverEvent('employee_file_changed', {
  employeeId: z.number(),
});

/** Sent to HR: someone got or lost private access. */
export const privateAccessChanged = serverEvent('private_access_changed', {});
