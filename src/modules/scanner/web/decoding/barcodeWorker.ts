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

const formatNames = Object.keys(formats) as (keyof typeof formats)[];
const mostCodes = 20;

function toCode(result: ReadResult): Code[] {
  // Variants of a format (`QRCodeModel2`) start with its name.
  const name = formatNames.find((format) => result.format.startsWith(format));
  if (!name || !result.isValid || result.text === '') return [];
  const { topLeft, topRight, bottomLeft, bottomRight } = result.position;
  const corners = [topLeft, topRight, bottomLeft, bottomRight];
  const middle = (axis: 'x' | 'y') => corners.reduce((sum, corner) => sum + corner[axis], 0) / 4;
  const center = { x: middle('x'), y: middle('y') };
  // UPC-A codes are reported as EAN-13 with a leading 0.
  const isUpc = /^0\d{12}$/.test(result.text) && /^(EAN13|UPC)/.test(name);
  if (isUpc) {
    const format = name === 'UPCE' ? 'upc_e' : 'upc_a';
    return [{ ...center, text: result.text.slice(1), format }];
  }
  const prefix = result.contentType === 'GS1' ? result.symbologyIdentifier : '';
  return [{ ...center, text: prefix + result.text, format: formats[name] }];
}

async function decode({ id, image, thorough }: DecodeRequest): Promise<DecodeReply> {
  try {
    const results = await readBarcodes(image, {
      formats: formatNames,
      textMode: 'Plain',
      tryHarder: true,
      tryDenoise: thorough,
      tryInvert: thorough,
      maxNumberOfSymbols: mostCodes,
    });
    return { id, codes: results.flatMap(toCode) };
  } catch {
    // WebAssembly is missing or failed to load: the page offers alternatives.
    return { id };
  }
}

self.addEventListener('message', ({ data }: MessageEvent<DecodeRequest>) => {
  void decode(data).then((reply) => self.postMessage(reply));
});
