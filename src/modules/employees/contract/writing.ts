import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import {
  clientId,
  freeText,
  id,
  idParam,
  line,
  phoneInput,
  text,
  version,
} from '../../../platform/contract/fields.ts';
import { employeePage, employeeParams } from './employee.ts';
import * as f from './fields.ts';

/** The version of the file that the user saw: 409 if it was changed meanwhile. */
const seen = { version };

export const changeJob = endpoint({
  method: 'POST',
  path: '/api/employees/:employeeId/jobs',
  summary: 'Record a job from a day on: at once, or once a later day begins',
  access: f.hrWriteAccess,
  params: employeeParams,
  body: { ...seen, ...f.jobInput, effectiveOn: f.day, reason: line(200) },
  reply: employeePage,
});

export const removeJob = endpoint({
  method: 'DELETE',
  path: '/api/employees/:employeeId/jobs/:jobId',
  summary: 'Take back a planned job, or one that was recorded by mistake',
  access: f.hrWriteAccess,
  params: { ...employeeParams, jobId: idParam },
  query: { version: idParam },
  reply: employeePage,
});

export const saveEmployment = endpoint({
  method: 'PUT',
  path: '/api/employees/:employeeId/employment',
  summary: 'Save number, dates, work phone and pay basis',
  access: f.hrWriteAccess,
  params: employeeParams,
  body: {
    ...seen,
    employeeNumber: z.nullable(f.employeeNumber),
    hiredOn: z.nullable(f.day),
    leftOn: z.nullable(f.day),
    reviewOn: z.nullable(f.day),
    workPhone: z.nullable(phoneInput),
    /** Follows the pay in the private part where there is one: then only an equal value is accepted. */
    payBasis: z.nullable(f.payBasis),
  },
  refine: ({ hiredOn, leftOn }) =>
    hiredOn !== null && leftOn !== null && leftOn < hiredOn
      ? 'The last day can’t be before the hire date.'
      : undefined,
  reply: employeePage,
});

export const savePersonal = endpoint({
  method: 'PUT',
  path: '/api/employees/:employeeId/personal',
  summary: 'Save an employee’s preferred name, contact data or emergency contacts, as HR',
  access: f.hrWriteAccess,
  params: employeeParams,
  body: { ...seen, change: f.personalChange },
  reply: employeePage,
});

export const proposeChange = endpoint({
  method: 'POST',
  path: '/api/employees/proposals',
  summary: 'Propose a change of your own file to HR; repeating a clientId proposes once',
  access: 'signedIn',
  body: { clientId, change: f.personalChange },
  reply: employeePage,
  status: 201,
});

const proposalParams = { proposalId: idParam };

export const withdrawProposal = endpoint({
  method: 'DELETE',
  path: '/api/employees/proposals/:proposalId',
  summary: 'Withdraw your own proposal',
  access: 'signedIn',
  params: proposalParams,
  reply: employeePage,
});

export const approveProposal = endpoint({
  method: 'POST',
  path: '/api/employees/proposals/:proposalId/approve',
  summary: 'Approve a proposal: the file is changed',
  access: f.hrWriteAccess,
  params: proposalParams,
  reply: employeePage,
});

export const declineProposal = endpoint({
  method: 'POST',
  path: '/api/employees/proposals/:proposalId/decline',
  summary: 'Decline a proposal, with the reason',
  access: f.hrWriteAccess,
  params: proposalParams,
  body: { reason: text(500) },
  reply: employeePage,
});

export const issueEquipment = endpoint({
  method: 'POST',
  path: '/api/employees/:employeeId/equipment',
  summary: 'Issue equipment, several items at once; repeating a clientId issues once',
  access: f.hrWriteAccess,
  params: employeeParams,
  body: {
    clientId,
    issuedOn: f.day,
    items: z.array(f.equipmentItemInput).check(z.minLength(1), z.maxLength(f.maxItemsAtOnce)),
  },
  reply: employeePage,
  status: 201,
});

export const returnEquipment = endpoint({
  method: 'POST',
  path: '/api/employees/:employeeId/equipment/return',
  summary: 'Take equipment back, several items at once',
  access: f.hrWriteAccess,
  params: employeeParams,
  body: {
    itemIds: z.array(id).check(z.minLength(1), z.maxLength(100)),
    returnedOn: f.day,
    note: freeText(500),
  },
  reply: employeePage,
});

const itemParams = { ...employeeParams, itemId: idParam };

export const saveEquipment = endpoint({
  method: 'PUT',
  path: '/api/employees/:employeeId/equipment/:itemId',
  summary: 'Correct a recorded item; without a return it is out again',
  access: f.hrWriteAccess,
  params: itemParams,
  body: {
    /** Of the item. */
    version,
    item: f.equipmentItemInput,
    issuedOn: f.day,
    returned: z.nullable(
      z.strictObject({
        on: f.day,
        note: freeText(500),
      }),
    ),
  },
  refine: ({ issuedOn, returned }) =>
    returned !== null && returned.on < issuedOn
      ? 'The return can’t be before the day it was issued.'
      : undefined,
  reply: employeePage,
});

export const removeEquipment = endpoint({
  method: 'DELETE',
  path: '/api/employees/:employeeId/equipment/:itemId',
  summary: 'Remove an item that was recorded by mistake',
  access: f.hrWriteAccess,
  params: itemParams,
  query: { version: idParam },
  reply: employeePage,
});
