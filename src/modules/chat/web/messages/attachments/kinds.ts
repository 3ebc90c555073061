import type { Attachment } from '../../../../attachments/contract.ts';

export type FileKind = 'picture' | 'audio' | 'video' | 'document' | 'file';

const playable = {
  audio: /^audio\/(mpeg|mp4|ogg|wav|webm)/,
  video: /^video\/(mp4|webm|ogg)/,
};

/** How a file is shown: only formats every browser supports are more than a line. */
export function kindOf({ type, mimeType, width }: Attachment): FileKind {
  if (type === 'image' && width !== null) return 'picture';
  if (playable.audio.test(mimeType)) return 'audio';
  if (playable.video.test(mimeType)) return 'video';
  return mimeType === 'application/pdf' ? 'document' : 'file';
}

export const downloadOf = ({ url }: Attachment) => `${url}?download=true`;

/** The largest size of a message's only image. */
export const onlyImageBox = { width: 360, height: 280 };

/** The size of an image within a box; known before it loads, so that nothing moves. */
export function fitInto(width: number, height: number, box: { width: number; height: number }) {
  const scale = Math.min(1, box.width / width, box.height / height);
  return {
    width: Math.max(32, Math.round(width * scale)),
    height: Math.max(32, Math.round(height * scale)),
  };
}
