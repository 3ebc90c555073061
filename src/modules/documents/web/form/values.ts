import type { Store } from '../../../../platform/contract/access.ts';
import { calendarDay } from '../../../../platform/contract/calendar.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { hundredthsOf, typedHundredths } from '../../../../platform/web/format/amounts.ts';
import type { ValueTexts } from '../../../../platform/web/forms/changes.ts';
import type { Errors } from '../../../../platform/web/forms/useRecordForm.ts';
import type { Cabinet } from '../../contract/cabinets.ts';
import type { DocumentPage } from '../../contract/document.ts';
import { isTypeOf } from '../../contract/types.ts';
import { cabinetName } from '../state/labels.ts';
import type { ChosenLink } from '../state/uploads/job.ts';

/** Form values, as typed. */
export interface Values {
  title: string;
  cabinet: Cabinet;
  /** Empty: not chosen yet. */
  type: string;
  /** Empty: all stores. */
  store: Store | '';
  date: string;
  amount: string;
  number: string;
  keywords: string;
  links: ChosenLink[];
}

const chosen = ({ kind, id, title }: ChosenLink): ChosenLink => ({ kind, id, title });

/** Of `proposed`, what is not among `links`. */
export const unlinked = (proposed: readonly ChosenLink[], links: readonly ChosenLink[]) =>
  proposed
    .filter((one) => !links.some(({ kind, id }) => kind === one.kind && id === one.id))
    .map(chosen);

/** Of a document in the inbox what was recognized in it is proposed; the type is open unless it says so. */
export function valuesOf(document: DocumentPage): Values {
  const { title, cabinet, type, store, date, amountCents, number, keywords, links } = document;
  const { proposedType } = document;
  const proposed = document.isFiled ? [] : document.proposals.map(({ link }) => link);
  return {
    title,
    cabinet,
    type: document.isFiled || type !== 'other' ? type : (proposedType ?? ''),
    store: store ?? '',
    date: date ?? '',
    amount: typedHundredths(amountCents),
    number,
    keywords,
    links: [...links.map(chosen), ...unlinked(proposed, links)],
  };
}

/** Typed dollars in cents, below zero for a credit; null if empty, undefined if invalid. */
function centsOf(typed: string): number | null | undefined {
  const text = typed.trim().replace(/^[-–−]/, '');
  const cents = hundredthsOf(text, 9);
  return cents && text !== typed.trim() ? -cents : cents;
}

export function checkValues(values: Values): Errors {
  const errors: Errors = {};
  if (!values.title.trim()) errors.title = 'Enter a title';
  if (!isTypeOf(values.cabinet, values.type)) errors.type = 'Choose a type';
  if (!values.store && values.cabinet !== 'policies') errors.store = 'Choose a store';
  if (centsOf(values.amount) === undefined) errors.amount = 'Enter an amount in dollars';
  return errors;
}

/** The request body, from values that passed `checkValues`. */
export const bodyOf = (values: Values) => ({
  title: values.title.trim(),
  cabinet: values.cabinet,
  type: values.type,
  store: values.store || null,
  date: values.date || null,
  amountCents: centsOf(values.amount) ?? null,
  number: values.number.trim(),
  keywords: values.keywords.trim(),
  links: values.links.map(({ kind, id }) => ({ kind, id })),
});

/** Maps the names of the server’s fields to those shown. */
export const errorsOf = (errors: Errors): Errors =>
  Object.fromEntries(
    Object.entries(errors).map(([path, error]) => {
      const [name = ''] = path.split('.');
      return [name === 'amountCents' ? 'amount' : name, error];
    }),
  );

/** Names of the fields in the list of what someone else changed. */
export const fieldNames: Record<keyof Values, string> = {
  title: 'Title',
  cabinet: 'Cabinet',
  type: 'Type',
  store: 'Store',
  date: 'Date',
  amount: 'Amount',
  number: 'Number',
  keywords: 'Keywords',
  links: 'Belongs to',
};

export const valueTexts: ValueTexts<Values> = {
  title: String,
  cabinet: cabinetName,
  store: (store) => (store ? storeNames[store] : 'All stores'),
  date: (date) => date && calendarDay(date),
  amount: String,
  number: String,
  keywords: String,
};
