interface Size {
  width: number;
  height: number;
}
export interface Region extends Size {
  x: number;
  y: number;
}

/** The scan frame, as a share of the visible video. */
export const frameShare = { width: 0.86, height: 0.72 };

/** The video pixels inside the frame; the video covers its box and is cropped on two sides. */
export function regionOf(video: Size, box: Size): Region {
  const scale = Math.max(box.width / video.width, box.height / video.height) || 1;
  const width = Math.min(video.width, (box.width / scale) * frameShare.width);
  const height = Math.min(video.height, (box.height / scale) * frameShare.height);
  return {
    x: Math.round((video.width - width) / 2),
    y: Math.round((video.height - height) / 2),
    width: Math.max(1, Math.round(width)),
    height: Math.max(1, Math.round(height)),
  };
}
