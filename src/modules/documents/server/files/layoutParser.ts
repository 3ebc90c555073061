import { type Input, Unreadable } from '../../../../platform/server/parsing/parser.ts';
import {
  type Layout,
  type LayoutKind,
  type LayoutPart,
  layoutMaxParts,
} from '../../contract/layout.ts';
import { type Budget, startBudget } from './blocks.ts';
import { type Office, officeTypeOf, openOffice } from './office.ts';
import { openDocumentParts } from './openDocument.ts';
import { sheetParts } from './sheets.ts';
import { slideParts } from './slides.ts';
import { wordParts } from './word.ts';

type Read = (office: Office, budget: Budget) => AsyncGenerator<LayoutPart>;

/** By the end of the type. */
const readers: readonly [RegExp, LayoutKind, Read][] = [
  [/wordprocessingml/, 'text', wordParts],
  [/spreadsheetml/, 'sheets', sheetParts],
  [/presentationml/, 'slides', slideParts],
  [/opendocument\.text$/, 'text', openDocumentParts],
  [/opendocument\.spreadsheet$/, 'sheets', openDocumentParts],
  [/opendocument\.presentation$/, 'slides', openDocumentParts],
];

/** The content of the file, as far as it fits on a page. */
export default async function* readLayout(input: Input): AsyncGenerator<never, Layout> {
  const office = await openOffice(input);
  const type = office && (await officeTypeOf(office));
  const reader = readers.find(([pattern]) => type && pattern.test(type));
  if (!office || !reader || office.isBomb) throw new Unreadable('This document is damaged.');
  const [, kind, read] = reader;
  const budget = startBudget();
  const parts: LayoutPart[] = [];
  for await (const part of read(office, budget)) {
    if (parts.length >= layoutMaxParts) return { kind, parts, isCut: true };
    parts.push(part);
    if (budget.left < 0) break;
  }
  return { kind, parts, isCut: budget.isCut || office.isCut };
}
