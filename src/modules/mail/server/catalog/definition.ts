import type { MailCategory } from '../../../../platform/contract/mail.ts';
import type { EmailText } from '../../contract.ts';

interface Described {
  description: string;
  /** What administrators see instead, if it gives access to an account or someone else wrote it. */
  hidden?: string;
}

interface Field extends Described {
  /** It is a URL, and may be an entire `href`. */
  isLink?: boolean;
}

interface Plain extends Described {
  kind: 'text' | 'link';
  sample: string;
  /** Written by Forecourt itself, never by a person. */
  isOurs?: true;
}

/** A boolean: shows or hides what is between `{{#flag}}` and `{{/flag}}`. */
interface Flag extends Described {
  kind: 'flag';
  sample: boolean;
}

/** What is between `{{#list}}` and `{{/list}}` is repeated for each item. */
interface List extends Described {
  kind: 'list';
  fields: Record<string, Field>;
  sample: readonly Record<string, string>[];
}

export type Variable = Plain | Flag | List;
export type Variables = Record<string, Variable>;

/** An email that Forecourt sends: its variables, and its original text until administrators change it. */
export interface Definition {
  name: string;
  /** When it is sent, as a sentence. */
  description: string;
  category: MailCategory;
  variables: Variables;
  /** Variables the email cannot do without. */
  required: readonly string[];
  content: EmailText;
}

/** A hidden link gives access to someone's account. */
export const isSecret = (variable: Variable): boolean =>
  variable.kind === 'link' && variable.hidden !== undefined;

/** Emails that readers must be able to trust: only role admin changes them, and they link only to Forecourt. */
export const isSecurity = ({ category, variables }: Pick<Definition, 'category' | 'variables'>) =>
  category === 'security' || Object.values(variables).some(isSecret);

/** Marketing emails need a way to unsubscribe. */
export const requiredOf = ({ category, required }: Pick<Definition, 'category' | 'required'>) =>
  category === 'marketing' ? [...new Set([...required, 'unsubscribeLink'])] : [...required];

/** Someone who forgot their password must always get the link. */
export const canBeSwitchedOff = (definition: Pick<Definition, 'category' | 'variables'>) =>
  !isSecurity(definition);

/** The layout of all emails. */
export const layout = (
  content: string,
) => `<div style="max-width: 560px; margin: 0 auto; padding: 24px 16px; font-family: Inter, 'Segoe UI', Helvetica, Arial, sans-serif; font-size: 16px; line-height: 1.5; color: #1d2430;">
<p style="margin: 0 0 24px; padding-bottom: 12px; border-bottom: 1px solid #d8dde5; font-weight: 600;">Forecourt</p>
${content}
</div>
`;

export const button = (link: string, label: string) =>
  `<p style="margin: 24px 0;"><a href="{{${link}}}" style="display: inline-block; padding: 10px 18px; border-radius: 8px; background-color: #1f5fbf; color: #ffffff; font-weight: 600; text-decoration: none;">${label}</a></p>`;

export const small = (text: string) =>
  `<p style="margin: 24px 0 0; font-size: 13px; color: #5a6472;">${text}</p>`;
