import { toBuffer } from 'bwip-js/node';
import sharp from 'sharp';

interface Code {
  /** The kind of code, as bwip-js calls it. */
  bcid: string;
  text: string;
}

const square = ['qrcode', 'datamatrix'];

/** A code as it is printed: black on white, with the rest around it that readers need. */
function draw({ bcid, text }: Code): Promise<Buffer> {
  const linear = /^(code|ean)/.test(bcid);
  return toBuffer({
    bcid,
    text,
    scale: square.includes(bcid) ? 6 : 2,
    ...(linear && { height: 18 }),
    backgroundcolor: 'FFFFFF',
    padding: 10,
  });
}

async function paste(codes: readonly Code[], width: number, height: number) {
  const drawn = await Promise.all(codes.map(draw));
  const layers = await Promise.all(
    drawn.map(async (input, at) => {
      const size = await sharp(input).metadata();
      const band = height / drawn.length;
      return {
        input,
        left: Math.round((width - size.width) / 2),
        top: Math.round(band * at + (band - size.height) / 2),
      };
    }),
  );
  const white = { r: 255, g: 255, b: 255 };
  return sharp({ create: { width, height, channels: 3, background: white } }).composite(layers);
}

/** A PNG with these codes one above the other. */
export async function picture(...codes: Code[]): Promise<Buffer> {
  return (await paste(codes, 1_200, 900)).png().toBuffer();
}

const framesOfOne = 12;

/**
 * A film, as the browser's fake camera plays it again and again, of somebody who holds the code still, or
 * one after the other for a good second each.
 */
export async function video(...codes: Code[]): Promise<Buffer> {
  const [width, height] = [1_280, 720];
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`);
  const times = codes.length > 1 ? framesOfOne : 2;
  const parts = codes.map(async (code) => {
    const whole = await paste(code.text.trim() ? [code] : [], width, height);
    const flat = await whole.png().toBuffer();
    const luma = await sharp(flat).grayscale().raw().toBuffer();
    const frame = [Buffer.from('FRAME\n'), luma, Buffer.alloc((width * height) / 2, 128)];
    return Buffer.concat(Array.from({ length: times }, () => frame).flat());
  });
  return Buffer.concat([head, ...(await Promise.all(parts))]);
}
