import * as z from 'zod/mini';
import { stores } from '../../../platform/contract/access.ts';
import {
  instant as anyInstant,
  email as emailAddress,
  idParam,
  phoneInput,
  text,
} from '../../../platform/contract/fields.ts';

export const read = { page: 'customer_management', feature: 'view_data' } as const;
export const write = { page: 'customer_management', feature: 'create_records' } as const;

export const kinds = ['person', 'business'] as const;
export const channels = ['call', 'text', 'email', 'mail'] as const;
export const topics = ['marketing', 'service', 'survey'] as const;
export const languages = ['en', 'es', 'vi', 'zh', 'ko', 'ar', 'fr', 'de'] as const;
export const phoneKinds = ['mobile', 'home', 'work'] as const;
export const emailStatuses = ['ok', 'bounced', 'complained'] as const;
export const limits = { phones: 10, emails: 10, addresses: 5, tags: 20, tag: 30 } as const;
/** How long the texts of a customer may be. */
export const maxLengths = {
  firstName: 100,
  middleName: 100,
  lastName: 100,
  suffix: 20,
  company: 200,
} as const;

export type Channel = (typeof channels)[number];
export type Topic = (typeof topics)[number];

export const store = z.enum(stores);
export const channel = z.enum(channels);
export const topic = z.enum(topics);
export const customerId = idParam;
/** An instant between 1900 and 2099, with any zone offset. */
export const instant = anyInstant.check(
  z.refine((at) => /^(19|20)\d\d/.test(at) && !Number.isNaN(Date.parse(at)), {
    error: 'Enter a date between 1900 and 2099',
  }),
);

export const tag = text(limits.tag).check(z.regex(/^[^,|\n]+$/));
export const tags = z.array(tag).check(z.maxLength(limits.tags, 'At most 20 tags'));

/** As typed; stored as E.164. */
export const customerPhoneInput = z.strictObject({
  number: phoneInput,
  kind: z.enum(phoneKinds),
  isPreferred: z._default(z.boolean(), false),
});
export const phone = z.object({
  e164: z.string(),
  extension: z.string(),
  kind: z.enum(phoneKinds),
  isPreferred: z.boolean(),
});

export const emailInput = z.strictObject({
  address: emailAddress,
  status: z._default(z.enum(emailStatuses), 'ok'),
  isPreferred: z._default(z.boolean(), false),
});
export const email = z.object({
  address: z.string(),
  status: z.enum(emailStatuses),
  isPreferred: z.boolean(),
});

/** Read out or shown before a customer consents. A changed text needs a new version. */
export const wordings: Record<Channel, { version: string; text: string }> = {
  call: {
    version: 'call-2026-11',
    text: 'You agree that we call you at the number you gave us. It is not a condition of buying anything, and you can stop it at any time.',
  },
  text: {
    version: 'text-2026-11',
    text: 'You agree that we send text messages to the number you gave us. Message and data rates may apply. Reply STOP to end them. It is not a condition of buying anything.',
  },
  email: {
    version: 'email-2026-11',
    text: 'You agree that we write to your e-mail address. Every message has a link that ends them.',
  },
  mail: {
    version: 'mail-2026-11',
    text: 'You agree that we send letters to your address. Tell any of us, and we stop.',
  },
};
