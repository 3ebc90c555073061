import type { Actor } from '../../../../platform/server/http/actor.ts';
import { AppError } from '../../../../platform/server/http/errors.ts';
import type { Letter } from '../../../../platform/server/mail/outbox.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { findMailTemplate } from '../../../mail/server/public.ts';
import type { View } from '../../contract/views.ts';
import type { Ask } from '../asking/ask.ts';
import { describe } from '../asking/describe.ts';
import { canRead, scopeOf } from '../policy.ts';
import { valuesOf } from './letter.ts';

export type Sent = Pick<View, 'id' | 'name' | 'report' | 'question'>;
type Template = NonNullable<Awaited<ReturnType<typeof findTemplate>>>;

/** Null where administrators have switched it off, and nothing is to be sent. */
export const findTemplate = (db: Platform['db']) => findMailTemplate(db, 'report');

interface MailOptions {
  template: Template;
  view: Sent;
  actor: Actor;
  now: Date;
  reason: string;
}

/** A view as its reader may know it now; null where it is not theirs to read any more. */
export async function composeView(
  platform: Platform,
  ask: Ask,
  { template, view, actor, now, reason }: MailOptions,
): Promise<Omit<Letter, 'to'> | null> {
  if (!canRead(actor)) return null;
  const sight = scopeOf(actor);
  const description = describe(sight).find(({ id }) => id === view.report);
  if (!description) return null;
  try {
    const report = await ask(platform, sight, view.report, view.question, { now });
    const publicUrl = platform.publicUrl();
    const { firstName } = actor;
    return template.render(valuesOf({ view, description, report, firstName, reason, publicUrl }));
  } catch (error) {
    // Another store, or one person beside another: they have lost the right, or never had it.
    if (error instanceof AppError) return null;
    throw error;
  }
}
