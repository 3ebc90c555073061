import * as z from 'zod/mini';
import { endpoint, file } from '../../../platform/contract/endpoint.ts';
import { calendarDate, idParam, time, version } from '../../../platform/contract/fields.ts';
import { payrollAccess, units } from './rights.ts';

export const providers = ['adp', 'paychex', 'gusto'] as const;
export type Provider = (typeof providers)[number];
export const providerNames: Record<Provider, string> = {
  adp: 'ADP Workforce Now',
  paychex: 'Paychex Flex',
  gusto: 'Gusto',
};

const unit = z.enum(units);
const provider = z.enum(providers);
/** No code of a provider holds more, and none holds what would break a line of a file. */
const code = z
  .string()
  .check(
    z.trim(),
    z.maxLength(30),
    z.regex(/^[\p{L}\p{N} ._/&-]*$/u, 'Use letters, digits, spaces and . _ - / &'),
  );

/** How a provider names things. What it has columns for needs no code. */
export const codes = z.strictObject({
  /** ADP: Co Code, three characters; Paychex: Client ID. */
  company: code,
  regular: code,
  overtime: code,
  doubleTime: code,
  mealPremium: code,
  /** The department (ADP: Temp Dept) or organization (Paychex: Org) of hours worked at a store. */
  stores: z.strictObject({ ford: code, hyundai: code, chevrolet: code }),
  /** By the name of a kind of time off. */
  timeOff: z.record(z.string().check(z.maxLength(100)), code),
});
export type Codes = z.output<typeof codes>;

const noStores = { ford: '', hyundai: '', chevrolet: '' };
export const defaultCodes: Record<Provider, Codes> = {
  adp: {
    company: '',
    regular: '',
    overtime: '',
    doubleTime: 'DT',
    mealPremium: 'MP',
    stores: noStores,
    timeOff: {},
  },
  paychex: {
    company: '',
    regular: 'Regular',
    overtime: 'Overtime',
    doubleTime: 'Doubletime',
    mealPremium: 'Meal Premium',
    stores: noStores,
    timeOff: {},
  },
  gusto: {
    company: '',
    regular: '',
    overtime: '',
    doubleTime: '',
    mealPremium: '',
    stores: noStores,
    timeOff: {},
  },
};

/** Which of the codes a provider uses. */
export const usesCode: Record<Provider, readonly (keyof Codes)[]> = {
  adp: ['company', 'doubleTime', 'mealPremium', 'stores', 'timeOff'],
  paychex: ['company', 'regular', 'overtime', 'doubleTime', 'mealPremium', 'stores', 'timeOff'],
  gusto: ['timeOff'],
};

/** Gusto has a column for each of these, and none for others. */
export const gustoTimeOff = ['pto', 'sick'] as const;

const codesOfUnit = z.object({
  provider,
  unit,
  codes,
  /** 0: the defaults, which no one changed yet. */
  version: z.number(),
});
export type CodesOfUnit = z.output<typeof codesOfUnit>;

export const listCodes = endpoint({
  method: 'GET',
  path: '/api/payroll/codes',
  summary: 'How each payroll provider names things, at your stores',
  access: payrollAccess,
  reply: z.object({
    codes: z.array(codesOfUnit),
    /** The kinds of time off that need a code. */
    timeOffKinds: z.array(z.string()),
  }),
});

export const setCodes = endpoint({
  method: 'PUT',
  path: '/api/payroll/codes/:provider/:unit',
  summary: 'Set how a payroll provider names things at a store',
  access: payrollAccess,
  params: { provider, unit },
  body: { codes, version },
  reply: codesOfUnit,
});

export const setNumber = endpoint({
  method: 'PUT',
  path: '/api/payroll/people/:id/numbers/:provider',
  summary: 'Set the number of an employee at a payroll provider; empty: the employee number',
  access: payrollAccess,
  params: { id: idParam, provider },
  body: {
    number: z
      .string()
      .check(
        z.trim(),
        z.maxLength(20),
        z.regex(/^[A-Za-z0-9-]*$/, 'Use letters, digits and hyphens'),
      ),
  },
  reply: z.object({ number: z.string() }),
});

const exported = z.object({
  id: z.number(),
  unit,
  provider,
  fileName: z.string(),
  rows: z.number(),
  sha256: z.string(),
  by: z.string(),
  at: time,
  /** The period was unlocked after it. */
  isOutdated: z.boolean(),
});
export type Exported = z.output<typeof exported>;

export const listExports = endpoint({
  method: 'GET',
  path: '/api/payroll/periods/:period/exports',
  summary: 'The exports of a pay period at your stores, latest first',
  access: payrollAccess,
  params: { period: calendarDate },
  reply: z.array(exported),
});

/** Why a file can’t be made yet, and of whom. */
export const problem = z.object({ userId: z.nullable(z.number()), text: z.string() });

export const checkExport = endpoint({
  method: 'GET',
  path: '/api/payroll/periods/:period/export',
  summary: 'What an export would hold, and what is missing for it',
  access: payrollAccess,
  params: { period: calendarDate },
  query: { unit, provider },
  reply: z.object({
    fileName: z.string(),
    columns: z.array(z.string()),
    rows: z.array(z.array(z.string())),
    problems: z.array(problem),
  }),
});
export type ExportCheck = z.output<typeof checkExport.reply>;

export const exportPeriod = endpoint({
  method: 'POST',
  path: '/api/payroll/periods/:period/export',
  summary:
    'Export a locked pay period of a store; the file is kept, and repeating an id is idempotent',
  access: payrollAccess,
  params: { period: calendarDate },
  body: { clientId: z.uuid(), unit, provider },
  reply: exported,
  status: 201,
});

export const downloadExport = endpoint({
  method: 'GET',
  path: '/api/payroll/exports/:id/file',
  summary: 'The file of an export, with the same bytes each time',
  access: payrollAccess,
  params: { id: idParam },
  reply: file,
  replyType: 'file',
});
