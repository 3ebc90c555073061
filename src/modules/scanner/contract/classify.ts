import { groupSeparator, isTradeNumber, parseGs1, printGs1 } from './gs1.ts';
import type { CodeFormat, ScanKind } from './kinds.ts';
import { findVin } from './vin.ts';

export const maxValueLength = 2_000;

/** The kind of a scanned text, and its normalized value. */
export interface Reading {
  kind: ScanKind;
  value: string;
}

/** Keyboard-wedge scanners may prefix the symbology: `]C1`. */
const aimPrefix = /^\][A-Za-z][0-9A-Za-z]/;
const gs1Prefixes = [']C1', ']d2', ']Q3', ']e0'];

// biome-ignore lint/suspicious/noControlCharactersInRegex: codes do contain them
const control = /[\x00-\x1f\x7f]+/g;

const printable = (text: string) => text.replace(control, ' ').replace(/ {2,}/g, ' ').trim();

/**
 * The barcode on the back of a driver license, or its header alone, as scanners type it line by line; its personal
 * data must never be stored.
 */
export function isDriverLicense(text: string): boolean {
  return /^(@.{0,4}(ANSI |AAMVA)|(ANSI |AAMVA)\d{6})/s.test(text.replace(aimPrefix, ''));
}

/** Classifies a scanned text, in the same way on the client and the server. */
export function classify(raw: string, format: CodeFormat | null = null): Reading {
  // Bounded: a scanned code has at most 4,000 characters.
  const text = raw.replace(aimPrefix, '').replace(/^[\r\n\t ]+|[\r\n\t ]+$/g, '');
  const gs1 = gs1Of(text, gs1Prefixes.includes(raw.slice(0, 3)));
  if (gs1) return gs1;
  const plain = printable(text);
  if (isTradeFormat(format)) return reading('part_number', plain);
  const vin = findVin(plain);
  if (vin) return reading('vin', vin);
  return reading(...byFormat(plain));
}

/** Keeps a scanned text as plain text, whatever it looks like. */
export const asText = (raw: string): Reading =>
  reading('text', printable(raw.replace(aimPrefix, '')));

const reading = (kind: ScanKind, value: string): Reading => ({
  kind,
  value: value.slice(0, maxValueLength).toWellFormed(),
});

const isTradeFormat = (format: CodeFormat | null) =>
  format !== null && ['ean_13', 'ean_8', 'upc_a', 'upc_e'].includes(format);

function gs1Of(text: string, marked: boolean): Reading | null {
  if (!marked && !text.includes(groupSeparator) && !/^\(\d{2,4}\)/.test(text)) return null;
  const fields = parseGs1(text);
  if (!fields) return null;
  const [first] = fields;
  if (first?.identifier === '01' && fields.length === 1) return reading('part_number', first.value);
  return reading('part_number', printGs1(fields));
}

const repairOrder = /^R\.?O\.?\s*(?:NO\.?\s*)?(?:[#:-]\s*)?(\d{3,10})$/i;
const stockNumber = /^(?:STK|STOCK)\s*(?:NO\.?\s*)?(?:[#:-]\s*)?([A-Z0-9-]{3,16})$/i;
/** One to three letters for store and type, the number, letters for trade-ins: HC325A, FN260117. */
const bareStockNumber = /^[A-Z]{1,3}\d{3,7}[A-Z]{0,3}$/i;
const partNumber = /^(?=.*\d)[A-Z0-9]{2,8}(?:-[A-Z0-9]{1,7}){1,2}$/i;
const dateOrPhone = /^(\d{4}-\d\d-\d\d|\d\d-\d\d-\d{4}|\d{3}-\d{3}-\d{4}|\d{3}-\d{4})$/;

/** Classifies by the number formats that dealerships use. */
function byFormat(text: string): [ScanKind, string] {
  if (/^https?:\/\/\S+$/i.test(text) && URL.canParse(text)) return ['url', text];
  const order = repairOrder.exec(text)?.[1];
  if (order) return ['repair_order', order];
  const stock = stockNumber.exec(text)?.[1] ?? bareStockNumber.exec(text)?.[0];
  if (stock) return ['stock_number', stock.toUpperCase()];
  if (isTradeNumber(text)) return ['part_number', text];
  if (partNumber.test(text) && !dateOrPhone.test(text)) return ['part_number', text.toUpperCase()];
  return ['text', text];
}
