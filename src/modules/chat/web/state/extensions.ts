import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { LazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import type { CurrentUser } from '../../../access/contract.ts';
import type { Channel } from '../../contract/channels.ts';
import type { ChatMessage } from '../../contract.ts';

/** A message, who views it, and where. */
export interface ViewedMessage {
  message: ChatMessage;
  /** Undefined for an empty direct channel. */
  channel: Channel | undefined;
  user: CurrentUser;
  /** Whether the message can be changed: not deleted, channel not archived. */
  open: boolean;
}

export interface PartProps extends ViewedMessage {
  /** The module's data on the message. */
  part: unknown;
  /** Applies the message returned by a call. */
  take: (message: ChatMessage) => void;
}

export interface MessageDialogProps extends ViewedMessage {
  take: (message: ChatMessage) => void;
  onClose: () => void;
}

export interface MessageAction {
  id: string;
  label: (viewed: ViewedMessage) => string;
  icon: LucideIcon;
  isOffered: (viewed: ViewedMessage) => boolean;
  Dialog: ComponentType<MessageDialogProps>;
}

/** The conversation being written in. */
export interface Writing {
  channelId: string;
  /** As shown to the user. */
  name: string;
  channel: Channel | undefined;
  user: CurrentUser;
}

export interface ComposerDialogProps extends Writing {
  onClose: () => void;
}

/** Content that can't be sent as a message, and where it was written. */
export interface ShelterProps extends ComposerDialogProps {
  threadId: string | null;
  content: string;
  /** The content was stored elsewhere. */
  onKept: () => void;
}

export interface ComposerTool {
  id: string;
  label: string;
  icon: LucideIcon;
  isOffered: (writing: Writing) => boolean;
  Dialog: ComponentType<ComposerDialogProps>;
}

/** Sending what is written at another time. Parts of the composer itself, loaded right after the panel. */
export interface SendLater {
  /** Beside the send button. */
  Menu: LazyPart<SendLaterProps>;
  /** Above the box: what waits in this conversation, which is called `name`. */
  Line: LazyPart<{ channelId: string; threadId: string | null; name: string }>;
}

export interface SendLaterProps {
  channelId: string;
  threadId: string | null;
  /** Nothing is written, or it can't be sent yet. */
  disabled: boolean;
  onScheduled: () => void;
}

/** A view of the chat beside its conversations, like Threads. */
export interface ExtensionView {
  /** Must not be a channel id: both are used as views. */
  id: string;
  name: string;
  icon: LucideIcon;
  useCount: () => number;
  /** What is counted, announced after the number: "waiting for you". */
  countLabel?: string;
  View: ComponentType;
}

/** Conversations whose unread messages are not counted. */
export interface Mutes {
  ids: ReadonlySet<string>;
  set: (channelId: string, muted: boolean) => void;
}

/**
 * What another module adds to the chat. Search and sending later are loaded right after the panel, its other components
 * when first shown.
 */
export interface ChatExtension {
  /** The module's name: the key of its part in a message's `metadata.parts`. */
  name: string;
  Part?: LazyPart<PartProps>;
  actions?: readonly MessageAction[];
  tools?: readonly ComposerTool[];
  views?: readonly ExtensionView[];
  /** Searches the messages of all conversations; the chat offers no search without it. */
  Search?: LazyPart<object>;
  sendLater?: SendLater;
  /** Stores content that can't be sent as a message. */
  Shelter?: ComponentType<ShelterProps>;
  /** The muted conversations of the user; offered by at most one module. */
  useMutes?: (me: number) => Mutes;
  /** The page about a person, which the menu of a direct conversation opens. */
  profileHref?: (userId: number) => string;
}

let known: readonly ChatExtension[] = [];

/** Called once, before the first render. */
export function extendChat(...extensions: readonly ChatExtension[]): void {
  known = extensions;
}

export const chatExtensions = (): readonly ChatExtension[] => known;
export const messageActions = () => known.flatMap(({ actions = [] }) => actions);
export const composerTools = () => known.flatMap(({ tools = [] }) => tools);
export const shelter = () => known.find(({ Shelter }) => Shelter)?.Shelter;
export const profileHref = () => known.find((one) => one.profileHref)?.profileHref;
export const sendLater = () => known.find((one) => one.sendLater)?.sendLater;
export const searchView = () => known.find(({ Search }) => Search)?.Search;
export const extensionViews = () => known.flatMap(({ views = [] }) => views);

/** Loads what belongs to the panel itself, so that it opens at once. */
export const loadBuiltIn = () =>
  Promise.all([searchView(), sendLater()?.Menu, sendLater()?.Line].map((part) => part?.load()));

const missingParts = (messages: readonly ChatMessage[]) =>
  known.flatMap(({ name, Part }) => {
    const isUsed = messages.some(({ metadata }) => metadata?.parts?.[name] !== undefined);
    return Part && isUsed && !Part.isLoaded() ? [Part] : [];
  });

/** Whether the parts that other modules added to these messages can be shown at once. */
export const hasPartsOf = (messages: readonly ChatMessage[]): boolean =>
  missingParts(messages).length === 0;

export async function loadPartsOf(messages: readonly ChatMessage[]): Promise<void> {
  await Promise.all(missingParts(messages).map((part) => part.load()));
}

const useNoMutes = () => null;

/** Null if no module can mute conversations. */
export function useMutes(me: number): Mutes | null {
  // The same on every render: the extensions do not change.
  const useOffered = known.find((extension) => extension.useMutes)?.useMutes ?? useNoMutes;
  return useOffered(me);
}
