const one = String.raw`(?:\p{RI}\p{RI}|\p{Extended_Pictographic}[\uFE0F\p{EMod}]*(?:\u200D\p{Extended_Pictographic}[\uFE0F\p{EMod}]*)*)`;
/** More of them are a text of their own. */
// Bounded: reads fewer than 200 characters.
const onlyEmoji = new RegExp(String.raw`^\s*(?:${one}\s*){1,12}$`, 'u');

/** Whether a message says it with nothing but a few emoji. */
export const isOnlyEmoji = (content: string) => content.length < 200 && onlyEmoji.test(content);
