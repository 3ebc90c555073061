import type { CodeFormat } from '../../contract/kinds.ts';

/** A code found in a picture. */
export interface Code {
  /** With the sign of its kind in front (`]C1`) where its fields are GS1's. */
  text: string;
  format: CodeFormat;
  /** Its middle, in pixels of the picture. */
  x: number;
  y: number;
}

export interface DecodeRequest {
  id: number;
  picture: ImageData;
  /** A picture is searched as well as can be; of a camera there comes another one. */
  thorough: boolean;
}

/** `codes` is missing where the decoder itself did not work. */
export interface DecodeReply {
  id: number;
  codes?: Code[];
}
