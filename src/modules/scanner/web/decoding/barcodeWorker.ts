import { prepareZXingModule, type ReadResult, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { CodeFormat } from '../../contract/kinds.ts';
import type { Code, DecodeReply, DecodeRequest } from './code.ts';

prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });

const formats = {
  Code39: 'code_39',
  Code128: 'code_128',
  QRCode: 'qr_code',
  DataMatrix: 'data_matrix',
  PDF417: 'pdf_417',
  EAN13: 'ean_13',
  EAN8: 'ean_8',
  UPCA: 'upc_a',
  UPCE: 'upc_e',
} as const satisfies Record<string, CodeFormat>;

const wanted = Object.keys(formats) as (keyof typeof formats)[];
const mostCodes = 20;

function toCode(result: ReadResult): Code[] {
  // The variants of a kind (`QRCodeModel2`) begin with its name.
  const name = wanted.find((one) => result.format.startsWith(one));
  if (!name || !result.isValid || result.text === '') return [];
  const { topLeft, topRight, bottomLeft, bottomRight } = result.position;
  const corners = [topLeft, topRight, bottomLeft, bottomRight];
  const middle = (axis: 'x' | 'y') => corners.reduce((sum, corner) => sum + corner[axis], 0) / 4;
  const found = { x: middle('x'), y: middle('y') };
  // Twelve digits of the American form are read as thirteen that begin with 0.
  const american = /^0\d{12}$/.test(result.text) && /^(EAN13|UPC)/.test(name);
  if (american) {
    const format = name === 'UPCE' ? 'upc_e' : 'upc_a';
    return [{ ...found, text: result.text.slice(1), format }];
  }
  const sign = result.contentType === 'GS1' ? result.symbologyIdentifier : '';
  return [{ ...found, text: sign + result.text, format: formats[name] }];
}

async function decode({ id, picture, thorough }: DecodeRequest): Promise<DecodeReply> {
  try {
    const results = await readBarcodes(picture, {
      formats: wanted,
      textMode: 'Plain',
      tryHarder: true,
      tryDenoise: thorough,
      tryInvert: thorough,
      maxNumberOfSymbols: mostCodes,
    });
    return { id, codes: results.flatMap(toCode) };
  } catch {
    // The browser has no WebAssembly, or could not fetch it: the page says what can be done instead.
    return { id };
  }
}

self.addEventListener('message', ({ data }: MessageEvent<DecodeRequest>) => {
  void decode(data).then((reply) => self.postMessage(reply));
});
