/** What a code identifies. */
export const scanKinds = [
  'vin',
  'stock_number',
  'repair_order',
  'part_number',
  'url',
  'text',
] as const;
export type ScanKind = (typeof scanKinds)[number];

/** How it was entered: camera, keyboard-wedge scanner, keyboard, or image file. */
export const scanSources = ['camera', 'scanner', 'typed', 'file'] as const;
export type ScanSource = (typeof scanSources)[number];

/** The symbology it was printed in. */
export const codeFormats = [
  'code_39',
  'code_128',
  'qr_code',
  'data_matrix',
  'pdf_417',
  'ean_13',
  'ean_8',
  'upc_a',
  'upc_e',
] as const;
export type CodeFormat = (typeof codeFormats)[number];
