import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { concat, type Input } from '../../../../platform/server/parsing/parser.ts';

/** What we use of Tesseract. */
interface Tesseract {
  FS: { writeFile(path: string, bytes: Uint8Array): void };
  TessBaseAPI: new () => {
    Init(folder: string, language: string, engine: number): number;
    SetImageFile(exifOrientation: number, angle: number): void;
    SetRectangle(left: number, top: number, width: number, height: number): void;
    SetSourceResolution(dpi: number): void;
    Recognize(monitor: null): number;
    GetUTF8Text(): string;
    MeanTextConf(): number;
  };
}

const require = createRequire(import.meta.url);
const start: (
  options: object,
) => Promise<Tesseract> = require('tesseract.js-core/tesseract-core-simd-lstm.js');
const neuralEngine = 1;

let model: Promise<Buffer> | undefined;

async function readModel(): Promise<Buffer> {
  const file = require.resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz');
  return promisify(zlib.gunzip)(await fs.readFile(file));
}

interface Attempt {
  text: string;
  /** From 0 to 100. */
  confidence: number;
  /** By how many degrees clockwise the page was turned. */
  rotate: 0 | 90 | 180 | 270;
}

/** Below it a page lies on its side or upside down, or it is not text. */
const legibleFrom = 60;

/** The text of an image of `width` times `height` bytes of brightness. */
export default async function* recognize(
  input: Input,
  size: { width: number; height: number },
): AsyncGenerator<never, string> {
  model ??= readModel();
  // Started anew for each page: it learns from what it reads.
  const tesseract = await start({ print() {}, printErr() {} });
  tesseract.FS.writeFile('/eng.traineddata', await model);
  const header = Buffer.from(`P5\n${size.width} ${size.height}\n255\n`);
  tesseract.FS.writeFile('/input', Buffer.concat([header, await concat(input.read())]));
  const engine = new tesseract.TessBaseAPI();
  engine.Init('/', 'eng', neuralEngine);

  const read = (rotate: Attempt['rotate'], part?: Rectangle): Attempt => {
    engine.SetImageFile(orientations[rotate], 0);
    engine.SetSourceResolution(200);
    if (part) engine.SetRectangle(part.left, part.top, part.width, part.height);
    engine.Recognize(null);
    const text = engine.GetUTF8Text().trim();
    return { text, confidence: engine.MeanTextConf(), rotate };
  };

  const upright = read(0);
  if (upright.confidence >= legibleFrom || upright.text === '') return upright.text;
  const turns = [90, 180, 270] as const;
  const middles = turns.map((rotate) => read(rotate, middleOf(size, rotate)));
  const isEmpty = middles.every(({ text }) => text === '');
  // A page that is empty in its middle has few words, and is read as quickly as a part of others.
  const [best] = (isEmpty ? turns.map((rotate) => read(rotate)) : middles).sort(
    (a, b) => b.confidence - a.confidence,
  );
  if (!best || best.confidence < legibleFrom) return upright.text;
  return isEmpty ? best.text : read(best.rotate).text;
}

/** As Exif numbers them. */
const orientations = { 0: 1, 90: 6, 180: 3, 270: 8 };

interface Rectangle {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Enough of a turned page to see whether it is legible. */
function middleOf(size: { width: number; height: number }, rotate: number): Rectangle {
  const isTurned = rotate % 180 !== 0;
  const width = isTurned ? size.height : size.width;
  const height = isTurned ? size.width : size.height;
  const part = { width: Math.ceil(width / 2), height: Math.ceil(height / 3) };
  return { ...part, left: Math.floor(width / 4), top: Math.floor(height / 3) };
}
