import * as z from 'zod/mini';
import { department, stores } from '../../platform/contract/access.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import {
  calendarDate,
  clientId,
  email,
  freeLine,
  freeText,
  id,
  idParam,
  instant,
  line,
  message,
  pageLimit,
  personName,
  phoneInput,
  reference,
  rowCount,
  text,
  time,
  version,
} from '../../platform/contract/fields.ts';
import { serverEvent } from '../../platform/contract/socket.ts';
import { attachment } from '../attachments/contract.ts';

/** Opening and changing positions, and hiring. Applicants are also kept by the hiring manager of their position. */
export const writeAccess = { page: 'hr', feature: 'manage_users' } as const;

export const positionStatuses = ['open', 'on_hold', 'filled', 'closed'] as const;
export type PositionStatus = (typeof positionStatuses)[number];

/** In order; the last three end an application. */
export const stages = [
  'applied',
  'screening',
  'interview',
  'offer',
  'hired',
  'rejected',
  'withdrawn',
] as const;
export type Stage = (typeof stages)[number];
export const isEnded = (stage: Stage) => ['hired', 'rejected', 'withdrawn'].includes(stage);

export const sources = [
  'website',
  'job_board',
  'referral',
  'agency',
  'walk_in',
  'internal',
  'other',
] as const;
export type Source = (typeof sources)[number];

export const recommendations = ['hire', 'unsure', 'do_not_hire'] as const;
export type Recommendation = (typeof recommendations)[number];

/** A home store, or `group`: of the whole group. */
export const storeFilters = [...stores, 'group'] as const;

export const maxPapers = 10;
export const pageMaxSize = 200;
/**
 * Days after which applicants who were not hired are erased: employers keep applications for a year after the
 * decision (29 CFR 1602.14).
 */
export const erasedAfterDays = 366;

const store = z.enum(stores);

export const recruitingChanged = serverEvent('recruiting_changed', {
  positionId: z.number(),
  /** Null: the position itself. */
  applicantId: z.nullable(z.number()),
});

export const getChoices = endpoint({
  method: 'GET',
  path: '/api/recruiting/choices',
  summary: 'What you may do in recruiting',
  access: 'signedIn',
  reply: z.object({
    /** Whether there is anything for you: as HR, a hiring manager or an interviewer. */
    sees: z.boolean(),
    /** Whether you open and change positions, and hire. */
    mayWrite: z.boolean(),
    stores: z.array(store),
    /** Whether you keep positions of the whole group. */
    keepsGroup: z.boolean(),
  }),
});
export type Choices = z.output<(typeof getChoices)['reply']>;

const position = z.object({
  id: z.number(),
  jobTitle: z.string(),
  store: z.nullable(store),
  department,
  manager: reference,
  openings: z.number(),
  status: z.enum(positionStatuses),
  startOn: z.nullable(z.string()),
  note: z.string(),
  openedAt: time,
  hired: z.number(),
  /** Applicants in each stage, erased ones too. */
  counts: z.record(z.enum(stages), z.number()),
  version: z.number(),
  may: z.object({ edit: z.boolean(), addApplicants: z.boolean() }),
});
export type Position = z.output<typeof position>;

const positionFilters = {
  q: freeLine(100),
  store: z.optional(z.enum(storeFilters)),
  department: z.optional(department),
  /** Open ones and those on hold, unless asked for another. */
  status: z.optional(z.enum(positionStatuses)),
};
const page = {
  limit: pageLimit(pageMaxSize),
  offset: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000)), 0),
};

export const listPositions = endpoint({
  method: 'GET',
  path: '/api/recruiting/positions',
  summary: 'Positions of your stores as HR, and those you hire for, newest first',
  access: 'signedIn',
  query: { ...positionFilters, ...page },
  reply: z.array(position),
});

export const countPositions = endpoint({
  method: 'GET',
  path: '/api/recruiting/positions/count',
  summary: 'Number of positions that match',
  access: 'signedIn',
  query: positionFilters,
  reply: rowCount,
});

const positionInput = {
  jobTitle: line(100),
  store: z.nullable(store),
  department,
  managerId: id,
  openings: z.number().check(z.int(), z.minimum(1), z.maximum(99)),
  startOn: z.nullable(calendarDate),
  note: freeText(2_000),
};

export const addPosition = endpoint({
  method: 'POST',
  path: '/api/recruiting/positions',
  summary: 'Open a position; repeating a clientId opens one',
  access: writeAccess,
  body: { clientId, ...positionInput },
  reply: position,
  status: 201,
});

const positionParams = { positionId: idParam };

export const getPosition = endpoint({
  method: 'GET',
  path: '/api/recruiting/positions/:positionId',
  summary: 'One position',
  access: 'signedIn',
  params: positionParams,
  reply: position,
});

export const savePosition = endpoint({
  method: 'PUT',
  path: '/api/recruiting/positions/:positionId',
  summary: 'Change a position, put it on hold or close it',
  access: writeAccess,
  params: positionParams,
  body: { version, ...positionInput, status: z.enum(positionStatuses) },
  reply: position,
});

const applicantRow = z.object({
  id: z.number(),
  position: z.object({ id: z.number(), jobTitle: z.string(), store: z.nullable(store) }),
  /** `Erased applicant` once erased. */
  name: z.string(),
  stage: z.enum(stages),
  stageSince: time,
  source: z.enum(sources),
  appliedOn: z.string(),
  /** The next interview that is not canceled. */
  nextInterviewAt: z.nullable(time),
  paperCount: z.number(),
  isErased: z.boolean(),
});
export type ApplicantRow = z.output<typeof applicantRow>;

const applicantFilters = {
  /** Words of the name, the email address, or digits of the phone number. */
  q: freeLine(100),
  positionId: z.optional(idParam),
  /** Those in progress, unless asked for another; `all`: each. */
  stage: z.optional(z.enum([...stages, 'all'])),
  store: z.optional(z.enum(storeFilters)),
};

export const listApplicants = endpoint({
  method: 'GET',
  path: '/api/recruiting/applicants',
  summary: 'Applicants you may see, those who changed stage last first',
  access: 'signedIn',
  query: { ...applicantFilters, ...page },
  reply: z.array(applicantRow),
});

export const countApplicants = endpoint({
  method: 'GET',
  path: '/api/recruiting/applicants/count',
  summary: 'Number of applicants that match',
  access: 'signedIn',
  query: applicantFilters,
  reply: rowCount,
});

const interview = z.object({
  id: z.number(),
  at: time,
  place: z.string(),
  interviewer: reference,
  recommendation: z.nullable(z.enum(recommendations)),
  feedback: z.string(),
  isCanceled: z.boolean(),
  version: z.number(),
  may: z.object({ edit: z.boolean(), assess: z.boolean() }),
});
export type Interview = z.output<typeof interview>;

const event = z.object({
  id: z.number(),
  at: time,
  by: z.nullable(z.string()),
  data: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('added') }),
    z.object({ kind: z.literal('changed') }),
    z.object({
      kind: z.literal('stage'),
      from: z.enum(stages),
      to: z.enum(stages),
      reason: z.string(),
    }),
    z.object({ kind: z.literal('moved'), from: z.string(), to: z.string() }),
    z.object({ kind: z.literal('note'), text: z.string() }),
    z.object({ kind: z.literal('paper'), isAdded: z.boolean() }),
    z.object({
      kind: z.literal('interview'),
      did: z.enum(['planned', 'changed', 'canceled', 'assessed']),
      at: time,
      interviewer: z.string(),
    }),
    z.object({ kind: z.literal('erased') }),
  ]),
});
export type ApplicantEvent = z.output<typeof event>;

const applicant = z.extend(applicantRow, {
  firstName: z.string(),
  lastName: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.object({ e164: z.string(), extension: z.string() })),
  referredBy: z.nullable(reference),
  note: z.string(),
  /** Why they were rejected or withdrew. */
  reason: z.string(),
  /** The onboarding that began with the hire. */
  runId: z.nullable(z.number()),
  papers: z.array(z.extend(attachment, { addedBy: z.string(), addedAt: time })),
  interviews: z.array(interview),
  /** Latest first. */
  events: z.array(event),
  version: z.number(),
  may: z.object({
    /** Change, move between stages, add papers, notes and interviews. */
    keep: z.boolean(),
    hire: z.boolean(),
    erase: z.boolean(),
  }),
});
export type Applicant = z.output<typeof applicant>;

const applicantInput = {
  firstName: personName,
  lastName: personName,
  email: z.nullable(email),
  phone: z.nullable(phoneInput),
  source: z.enum(sources),
  referredById: z.nullable(id),
  appliedOn: calendarDate,
  note: freeText(5_000),
};

export const addApplicant = endpoint({
  method: 'POST',
  path: '/api/recruiting/applicants',
  summary: 'Add an applicant to a position; repeating a clientId adds one',
  access: 'signedIn',
  body: { clientId, positionId: id, ...applicantInput },
  reply: applicant,
  status: 201,
});

const params = { applicantId: idParam };

export const getApplicant = endpoint({
  method: 'GET',
  path: '/api/recruiting/applicants/:applicantId',
  summary: 'One applicant, with papers, interviews and history',
  access: 'signedIn',
  params,
  reply: applicant,
});

export const saveApplicant = endpoint({
  method: 'PUT',
  path: '/api/recruiting/applicants/:applicantId',
  summary: 'Change an applicant, or the position they apply for',
  access: 'signedIn',
  params,
  body: { version, positionId: id, ...applicantInput },
  reply: applicant,
});

export const setStage = endpoint({
  method: 'PUT',
  path: '/api/recruiting/applicants/:applicantId/stage',
  summary: 'Move an applicant to another stage; who is hired gets there by `hire`',
  access: 'signedIn',
  params,
  body: {
    version,
    stage: z.enum(['applied', 'screening', 'interview', 'offer', 'rejected', 'withdrawn']),
    /** Required for a rejection. */
    reason: freeLine(200),
  },
  reply: applicant,
});

export const addNote = endpoint({
  method: 'POST',
  path: '/api/recruiting/applicants/:applicantId/notes',
  summary: 'Add a note to the history of an applicant',
  access: 'signedIn',
  params,
  body: { text: text(2_000) },
  reply: applicant,
});

export const addPapers = endpoint({
  method: 'POST',
  path: '/api/recruiting/applicants/:applicantId/papers',
  summary: 'Add files you uploaded, such as a résumé',
  access: 'signedIn',
  params,
  body: { uploadIds: z.array(z.uuid()).check(z.minLength(1), z.maxLength(maxPapers)) },
  reply: applicant,
});

export const removePaper = endpoint({
  method: 'DELETE',
  path: '/api/recruiting/applicants/:applicantId/papers/:uploadId',
  summary: 'Delete a file of an applicant',
  access: 'signedIn',
  params: { ...params, uploadId: z.uuid() },
  reply: applicant,
});

const interviewInput = { at: instant, place: freeLine(200), interviewerId: id };

export const planInterview = endpoint({
  method: 'POST',
  path: '/api/recruiting/applicants/:applicantId/interviews',
  summary: 'Plan an interview; the interviewer is notified and may see the applicant',
  access: 'signedIn',
  params,
  body: { clientId, ...interviewInput },
  reply: applicant,
  status: 201,
});

const interviewParams = { ...params, interviewId: idParam };

export const saveInterview = endpoint({
  method: 'PUT',
  path: '/api/recruiting/applicants/:applicantId/interviews/:interviewId',
  summary: 'Change an interview',
  access: 'signedIn',
  params: interviewParams,
  body: { version, ...interviewInput },
  reply: applicant,
});

export const cancelInterview = endpoint({
  method: 'DELETE',
  path: '/api/recruiting/applicants/:applicantId/interviews/:interviewId',
  summary: 'Cancel an interview',
  access: 'signedIn',
  params: interviewParams,
  query: { version: idParam },
  reply: applicant,
});

export const assessApplicant = endpoint({
  method: 'PUT',
  path: '/api/recruiting/applicants/:applicantId/interviews/:interviewId/assessment',
  summary: 'Say what you think after your interview',
  access: 'signedIn',
  params: interviewParams,
  body: { version, recommendation: z.enum(recommendations), feedback: freeText(5_000) },
  reply: applicant,
});

export const hireApplicant = endpoint({
  method: 'POST',
  path: '/api/recruiting/applicants/:applicantId/hire',
  summary: 'Hire an applicant: their onboarding begins',
  access: writeAccess,
  params,
  body: { version, firstDay: calendarDate },
  reply: applicant,
});

export const eraseApplicant = endpoint({
  method: 'POST',
  path: '/api/recruiting/applicants/:applicantId/erase',
  summary: 'Erase who an applicant was, with their papers and notes; what is counted stays',
  access: writeAccess,
  params,
  body: { version },
  reply: message,
});
