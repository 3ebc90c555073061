import * as z from 'zod/mini';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { email, instant, message, text, time, version } from '../../platform/contract/fields.ts';
import { mailCategories } from '../../platform/contract/mail.ts';

const access = { admin: 'system_management' } as const;

export const templateLimits = { subject: 200, html: 50_000, text: 20_000 } as const;

const category = z.enum(mailCategories);
const templateId = z.string().check(z.minLength(1), z.maxLength(60));
/** Something that is not blank, kept as it was typed. */
const written = (max: number) =>
  z.string().check(z.maxLength(max), z.regex(/\S/, 'Must not be empty'));

/** What a mail says: everything of a template that has versions, but whether it is sent. */
const templateText = {
  subject: text(templateLimits.subject),
  htmlTemplate: written(templateLimits.html),
  textTemplate: written(templateLimits.text),
};
const renderedText = { subject: z.string(), htmlTemplate: z.string(), textTemplate: z.string() };
export type EmailText = z.output<z.ZodMiniObject<typeof renderedText>>;

/** Something a template may name. */
const placeholder = z.object({
  name: z.string(),
  kind: z.enum(['text', 'link', 'flag', 'list']),
  description: z.string(),
  /** As the preview shows it; of a list and a flag, nothing. */
  sample: z.string(),
  /** What may be named between `{{#list}}` and `{{/list}}`. */
  fields: z.array(z.object({ name: z.string(), description: z.string() })),
});
export type Placeholder = z.output<typeof placeholder>;

export const emailTemplate = z.object({
  id: z.string(),
  name: z.string(),
  /** When it is sent, in a sentence. */
  description: z.string(),
  ...renderedText,
  active: z.boolean(),
  category,
  variables: z.array(z.string()),
  placeholders: z.array(placeholder),
  /** Variables without which the mail would be of no use. */
  required: z.array(z.string()),
  canBeSwitchedOff: z.boolean(),
  /** Security mails are changed by role admin only. */
  canEdit: z.boolean(),
  /** Why the built-in words are sent instead of the saved ones, in a sentence; null: the saved ones are sent. */
  notSent: z.nullable(z.string()),
  /** 0: nobody has changed it yet. */
  version: z.number(),
  savedAt: z.nullable(time),
  savedBy: z.nullable(z.string()),
});
export type EmailTemplate = z.output<typeof emailTemplate>;

export const listEmailTemplates = endpoint({
  method: 'GET',
  path: '/api/email-templates',
  summary: 'The words of every mail that is sent',
  access,
  reply: z.array(emailTemplate),
});

export const saveEmailTemplate = endpoint({
  method: 'PUT',
  path: '/api/email-templates/:id',
  summary:
    'Save a template, a security mail by role admin only; with the version you hold, 409 when somebody saved another meanwhile',
  access,
  params: { id: templateId },
  body: { ...templateText, active: z.boolean(), version: z.optional(version) },
  reply: emailTemplate,
});

export const previewEmailTemplate = endpoint({
  method: 'POST',
  path: '/api/email-templates/:id/preview',
  summary: 'A mail with the words of a draft and sample values; nothing is saved',
  routine: true,
  access,
  params: { id: templateId },
  body: templateText,
  reply: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
});
export type Preview = z.output<typeof previewEmailTemplate.reply>;

export const templateVersion = z.object({
  /** 0: the words it came with. */
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
  summary: 'What a template said before, the latest first: the last 50 and the words it came with',
  access,
  params: { id: templateId },
  reply: z.array(templateVersion),
});

export const restoreTemplateVersion = endpoint({
  method: 'POST',
  path: '/api/email-templates/:id/restore',
  summary: 'Make an earlier version the current one, over the version you hold',
  access,
  params: { id: templateId },
  body: { restore: version, version },
  reply: emailTemplate,
});

export const sendTestEmail = endpoint({
  method: 'POST',
  path: '/api/send-test-email',
  summary:
    'Send a mail to see whether mail arrives, beyond the addresses of accounts by role admin only; with a template, that one with sample values',
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
  /** The template it was made from; null: from none. */
  template: z.nullable(z.string()),
  state: z.enum(mailStates),
  createdAt: time,
  sentAt: z.nullable(time),
  failedAt: z.nullable(time),
  attempts: z.number(),
  /** What went wrong last; null: nothing yet. */
  reason: z.nullable(z.string()),
};
export const outboxMail = z.object(listed);
export type OutboxMail = z.output<typeof outboxMail>;

export const listOutbox = endpoint({
  method: 'GET',
  path: '/api/mail/outbox',
  summary: 'Mails that wait, were sent or were given up, the latest first',
  access,
  query: {
    state: z.optional(z.enum(mailStates)),
    category: z.optional(category),
    search: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
    /** The next page: `createdAt` and `id` of the last mail of this one. */
    before: z.optional(instant),
    beforeId: z.optional(mailId),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
  },
  reply: z.array(outboxMail),
});

export const getOutboxMail = endpoint({
  method: 'GET',
  path: '/api/mail/outbox/:mailId',
  summary: 'One mail, without links that open an account and without the words of others',
  access,
  params: { mailId },
  reply: z.object({
    ...listed,
    headers: z.array(z.object({ name: z.string(), value: z.string() })),
    /** Null: what it said is not kept. */
    text: z.nullable(z.string()),
    html: z.nullable(z.string()),
    /** Where it lies under `DATA_DIR` when there is no mail server; null: it went to one. */
    file: z.nullable(z.string()),
  }),
});

export const resendMail = endpoint({
  method: 'POST',
  path: '/api/mail/outbox/:mailId/resend',
  summary: 'Let a mail that was given up wait again',
  access,
  params: { mailId },
  reply: message,
});

export const getMailSummary = endpoint({
  method: 'GET',
  path: '/api/mail/summary',
  summary: 'How mail leaves, and how much of it does not',
  access,
  reply: z.object({
    /** `files`: there is no mail server, each mail is a file under `DATA_DIR/outbox`. */
    delivery: z.enum(['server', 'files']),
    from: z.string(),
    waiting: z.number(),
    failed: z.number(),
    lastSentAt: z.nullable(time),
  }),
});
export type MailSummary = z.output<typeof getMailSummary.reply>;
