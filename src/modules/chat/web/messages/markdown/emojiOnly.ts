const one = String.raw`(?:\p{RI}\p{RI}|\p{Extended_Pictographic}[\uFE0F\p{EMod}]*(?:\u200D\p{Extended_Pictographic}[\uFE0F\p{EMod}]*)*)`;
// Bounded: reads fewer than 200 characters.
const onlyEmoji = new RegExp(String.raw`^\s*(?:${one}\s*){1,12}$`, 'u');

/** Whether a message consists of a few emoji only. */
export const isOnlyEmoji = (content: string) => content.length < 200 && onlyEmoji.test(content);
