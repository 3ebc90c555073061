import { toBuffer } from 'bwip-js/node';
import sharp from 'sharp';

interface Code {
  /** The kind of code, in the terms of bwip-js. */
  bcid: string;
  text: string;
}

const squareCodes = ['qrcode', 'datamatrix'];

/** A code as printed: black on white, with the quiet zone that readers need. */
function draw({ bcid, text }: Code): Promise<Buffer> {
  const isLinear = /^(code|ean)/.test(bcid);
  return toBuffer({
    bcid,
    text,
    scale: squareCodes.includes(bcid) ? 6 : 2,
    ...(isLinear && { height: 18 }),
    backgroundcolor: 'FFFFFF',
    padding: 10,
  });
}

async function compose(codes: readonly Code[], width: number, height: number) {
  const images = await Promise.all(codes.map(draw));
  const layers = await Promise.all(
    images.map(async (image, index) => {
      const size = await sharp(image).metadata();
      const band = height / images.length;
      return {
        input: image,
        left: Math.round((width - size.width) / 2),
        top: Math.round(band * index + (band - size.height) / 2),
      };
    }),
  );
  const background = { r: 255, g: 255, b: 255 };
  return sharp({ create: { width, height, channels: 3, background } }).composite(layers);
}

/** A PNG with these codes one above the other. */
export async function image(...codes: Code[]): Promise<Buffer> {
  return (await compose(codes, 1_200, 900)).png().toBuffer();
}

const framesPerCode = 12;

/**
 * A Y4M video that the browser's fake camera plays in a loop: one code all the time, or several codes for about a
 * second each.
 */
export async function video(...codes: Code[]): Promise<Buffer> {
  const [width, height] = [1_280, 720];
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`);
  const frameCount = codes.length > 1 ? framesPerCode : 2;
  const frames = codes.map(async (code) => {
    const canvas = await compose(code.text.trim() ? [code] : [], width, height);
    const png = await canvas.png().toBuffer();
    const luma = await sharp(png).grayscale().raw().toBuffer();
    const frame = [Buffer.from('FRAME\n'), luma, Buffer.alloc((width * height) / 2, 128)];
    return Buffer.concat(Array.from({ length: frameCount }, () => frame).flat());
  });
  return Buffer.concat([header, ...(await Promise.all(frames))]);
}
