import { sql } from 'kysely';
import { wordsOf } from '../../../platform/server/text/tokens.ts';
import type { Cabinet } from '../contract/cabinets.ts';
import { documentTypes } from '../contract/types.ts';
import type { DocumentsDb } from './tables.ts';

/** What papers are called beside the names of their types. */
const otherNames: Record<Cabinet, Record<string, string[]>> = {
  deals: {
    buyers_order: ['purchase agreement', 'purchase order', 'bill of sale and purchase'],
    retail_contract: ['retail installment', 'installment sale contract'],
    lease: ['lease contract', 'motor vehicle lease'],
    credit_application: ['application for credit'],
    photo_id: ['driver license', 'drivers license', 'driver’s license', 'identification card'],
    odometer_disclosure: ['odometer statement', 'mileage statement'],
    title_application: ['application for title', 'application for certificate of title'],
    title: ['certificate of title', 'certificate of origin', 'mco'],
    insurance: ['insurance card', 'insurance identification'],
    payoff: ['payoff quote', 'payoff statement'],
    lien_release: ['release of lien', 'lien satisfaction'],
    we_owe: ['due bill'],
    registration: ['registration card', 'certificate of registration'],
    temporary_tag: ['temporary permit', 'temporary registration', 'temp tag'],
  },
  service: { repair_order: ['repair order'], inspection: ['inspection report'] },
  parts: {},
  accounts_payable: { tax_form: ['request for taxpayer identification'] },
  policies: {},
  hr: {
    offer: ['offer of employment'],
    application: ['application for employment', 'employment application'],
    i9: ['i 9', 'employment eligibility verification'],
    w4: ['w 4', 'withholding certificate'],
    review: ['performance review'],
  },
};

const wordsIn = (text: string) =>
  wordsOf(text)
    .map((word) => word.text)
    .join(' ');

/** Every name as folded words, by cabinet; the longest first, as `title` is in `title application`. */
const names = Object.fromEntries(
  Object.entries(documentTypes).map(([cabinet, types]) => [
    cabinet,
    Object.entries(types)
      .filter(([type]) => type !== 'other')
      .flatMap(([type, name]) =>
        [name, ...(otherNames[cabinet as Cabinet][type] ?? [])].map((one) => ({
          type,
          words: wordsIn(one),
        })),
      )
      .toSorted((a, b) => b.words.length - a.words.length),
  ]),
) as Record<Cabinet, { type: string; words: string }[]>;

/** A document says what it is at its beginning; what follows names other papers, too. */
const headingMaxWords = 12;

/** The type whose name stands first in this text; null without one. */
export function typeIn(cabinet: Cabinet, text: string): string | null {
  const words = wordsIn(text.slice(0, 500)).split(' ').slice(0, headingMaxWords).join(' ');
  const found = names[cabinet]
    .map(({ type, words: name }) => ({ type, at: ` ${words} `.indexOf(` ${name} `) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  return found[0]?.type ?? null;
}

/** The type that an unfiled document names at the beginning of its first page, or in the name of its file. */
export async function proposeType(
  db: DocumentsDb,
  { id, cabinet, fileName }: { id: number; cabinet: Cabinet; fileName: string },
): Promise<string | null> {
  const { rows } = await sql<{ text: string }>`
    select left(p.text, 500) as text from document_pages p
    join documents d on d.id = p.document_id and d.current_version = p.version_number
    where d.id = ${id} and p.page = 1`.execute(db);
  return typeIn(cabinet, rows[0]?.text ?? '') ?? typeIn(cabinet, fileName.replace(/\.\w+$/, ''));
}
