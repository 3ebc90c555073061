import * as z from 'zod/mini';
import { endpoint } from '../../platform/contract/endpoint.ts';
import {
  email,
  freeText,
  instant,
  message,
  text,
  time,
  version,
} from '../../platform/contract/fields.ts';
import { mailCategories } from '../../platform/contract/mail.ts';

const access = { admin: 'system_management' } as const;

export const templateLimits = { subject: 200, html: 50_000, text: 20_000 } as const;

const category = z.enum(mailCategories);
const templateId = z.string().check(z.minLength(1), z.maxLength(60));
/** Not blank, stored without trimming. */
const notBlank = (max: number) =>
  z.string().check(z.maxLength(max), z.regex(/\S/, 'Must not be empty'));

/** The versioned text of a template. */
const templateText = {
  subject: text(templateLimits.subject),
  htmlTemplate: notBlank(templateLimits.html),
  textTemplate: notBlank(templateLimits.text),
};
const renderedText = { subject: z.string(), htmlTemplate: z.string(), textTemplate: z.string() };
export type EmailText = z.output<z.ZodMiniObject<typeof renderedText>>;

/** A variable of a template. */
const placeholder = z.object({
  name: z.string(),
  kind: z.enum(['text', 'link', 'flag', 'list']),
  description: z.string(),
  /** The value in the preview; empty for lists and flags. */
  sample: z.string(),
  /** The fields between `{{#list}}` and `{{/list}}`. */
  fields: z.array(z.object({ name: z.string(), description: z.string() })),
});
export type Placeholder = z.output<typeof placeholder>;

export const emailTemplate = z.object({
  id: z.string(),
  name: z.string(),
  /** When it is sent, as a sentence. */
  description: z.string(),
  ...renderedText,
  active: z.boolean(),
  category,
  variables: z.array(z.string()),
  placeholders: z.array(placeholder),
  /** Variables the email cannot do without. */
  required: z.array(z.string()),
  canBeSwitchedOff: z.boolean(),
  /** Only role admin may change security emails. */
  canEdit: z.boolean(),
  /** Why the original text is sent instead of the saved one, as a sentence; null: the saved one is sent. */
  notSent: z.nullable(z.string()),
  /** 0: never changed. */
  version: z.number(),
  savedAt: z.nullable(time),
  savedBy: z.nullable(z.string()),
});
export type EmailTemplate = z.output<typeof emailTemplate>;

export const listEmailTemplates = endpoint({
  method: 'GET',
  path: '/api/email-templates',
  summary: 'List the templates of all emails',
  access,
  reply: z.array(emailTemplate),
});

export const saveEmailTemplate = endpoint({
  method: 'PUT',
  path: '/api/email-templates/:id',
  summary:
    'Save a template; security emails need role admin; 409 if someone saved a newer version than the given one',
  access,
  params: { id: templateId },
  body: { ...templateText, active: z.boolean(), version: z.optional(version) },
  reply: emailTemplate,
});

export const previewEmailTemplate = endpoint({
  method: 'POST',
  path: '/api/email-templates/:id/preview',
  summary: 'Render a draft with sample values; nothing is saved',
  routine: true,
  access,
  params: { id: templateId },
  body: templateText,
  reply: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
});
export type Preview = z.output<typeof previewEmailTemplate.reply>;

export const templateVersion = z.object({
  /** 0: the original text. */
  version: z.number(),
  ...renderedText,
  active: z.boolean(),
  restoredFrom: z.nullable(z.number()),
  savedAt: z.nullable(time),
  savedBy: z.nullable(z.string()),
});
export type TemplateVersion = z.output<typeof templateVersion>;

export const listTemplateVersions = endpoint({
  method: 'GET',
  path: '/api/email-templates/:id/versions',
  summary: 'List the versions of a template, newest first: the last 50 and the original',
  access,
  params: { id: templateId },
  reply: z.array(templateVersion),
});

export const restoreTemplateVersion = endpoint({
  method: 'POST',
  path: '/api/email-templates/:id/restore',
  summary: 'Restore an earlier version over the given current version',
  access,
  params: { id: templateId },
  body: { restore: version, version },
  reply: emailTemplate,
});

export const sendTestEmail = endpoint({
  method: 'POST',
  path: '/api/send-test-email',
  summary:
    'Send a test email, or a template with sample values; only role admin may send to addresses without an account',
  access,
  body: { email, templateId: z.optional(templateId) },
  reply: z.object({ message: z.string(), mailId: z.string() }),
  status: 202,
});

const mailId = z.uuid();
export const mailStates = ['waiting', 'sent', 'failed'] as const;
export type MailState = (typeof mailStates)[number];

const listed = {
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  category,
  /** The name of its template; null: none. */
  template: z.nullable(z.string()),
  state: z.enum(mailStates),
  createdAt: time,
  sentAt: z.nullable(time),
  failedAt: z.nullable(time),
  attempts: z.number(),
  /** The last error; null: none. */
  reason: z.nullable(z.string()),
};
export const outboxMail = z.object(listed);
export type OutboxMail = z.output<typeof outboxMail>;

export const listOutbox = endpoint({
  method: 'GET',
  path: '/api/mail/outbox',
  summary: 'List waiting, sent and failed emails, newest first',
  access,
  query: {
    state: z.optional(z.enum(mailStates)),
    category: z.optional(category),
    search: freeText(200),
    /** For the next page: `createdAt` and `id` of the last email of this one. */
    before: z.optional(instant),
    beforeId: z.optional(mailId),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
  },
  reply: z.array(outboxMail),
});

export const getOutboxMail = endpoint({
  method: 'GET',
  path: '/api/mail/outbox/:mailId',
  summary: 'Get an email, without account links and without what other people wrote',
  access,
  params: { mailId },
  reply: z.object({
    ...listed,
    headers: z.array(z.object({ name: z.string(), value: z.string() })),
    /** Null: the content is not stored. */
    text: z.nullable(z.string()),
    html: z.nullable(z.string()),
    /** Its path under `DATA_DIR` without a mail server; null: sent through one. */
    file: z.nullable(z.string()),
  }),
});

export const resendMail = endpoint({
  method: 'POST',
  path: '/api/mail/outbox/:mailId/resend',
  summary: 'Resend a failed email',
  access,
  params: { mailId },
  reply: message,
});

export const getMailSummary = endpoint({
  method: 'GET',
  path: '/api/mail/summary',
  summary: 'Get the state of email delivery',
  access,
  reply: z.object({
    /** `files`: there is no mail server, each email is a file under `DATA_DIR/outbox`. */
    delivery: z.enum(['server', 'files']),
    from: z.string(),
    waiting: z.number(),
    failed: z.number(),
    lastSentAt: z.nullable(time),
  }),
});
export type MailSummary = z.output<typeof getMailSummary.reply>;
