/** Where the server puts the conversation that the address opens. */
export const conversationMark = '<!--conversation-->';

// The same object on every render: hydration, and each render after it, leave what the server has put here.
const drawn = { __html: conversationMark };

/** Shows what the server has put here until the chat shows the same. Nothing in it works yet. */
export const DrawnConversation = () => (
  <div
    inert
    aria-hidden
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
    dangerouslySetInnerHTML={drawn}
    // Shown at once: while the rest of it arrives, its messages would move.
    className="absolute inset-y-0 left-0 w-full not-has-[>[data-end]]:invisible md:w-(--chat-width) md:max-w-full"
  />
);
