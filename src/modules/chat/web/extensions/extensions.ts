import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { CurrentUser } from '../../../access/contract.ts';
import type { Channel } from '../../contract/channels.ts';
import type { ChatMessage } from '../../contract.ts';

/** A message, and who looks at it where. */
export interface Reading {
  message: ChatMessage;
  /** Not known of a direct channel in which nothing was said yet. */
  channel: Channel | undefined;
  user: CurrentUser;
  /** Whether the message can be changed at all: neither deleted nor in an archived channel. */
  open: boolean;
}

export interface PartProps extends Reading {
  /** What the room has hung on the message. */
  part: unknown;
  /** Shows what a call about the message answered. */
  take: (message: ChatMessage) => void;
}

export interface MessageDialogProps extends Reading {
  take: (message: ChatMessage) => void;
  onClose: () => void;
}

export interface MessageAction {
  id: string;
  label: (reading: Reading) => string;
  icon: LucideIcon;
  isOffered: (reading: Reading) => boolean;
  Dialog: ComponentType<MessageDialogProps>;
}

/** The conversation that is being written in. */
export interface Writing {
  channelId: string;
  /** As the person knows it. */
  name: string;
  channel: Channel | undefined;
  user: CurrentUser;
}

export interface ComposerDialogProps extends Writing {
  onClose: () => void;
}

/** What must not stand in a message, and where it was written. */
export interface ShelterProps extends ComposerDialogProps {
  threadId: string | null;
  content: string;
  /** It is elsewhere now. */
  onKept: () => void;
}

export interface ComposerTool {
  id: string;
  label: string;
  icon: LucideIcon;
  isOffered: (writing: Writing) => boolean;
  Dialog: ComponentType<ComposerDialogProps>;
}

/** A view of the chat beside its conversations, like Threads. */
export interface ExtensionView {
  /** No channel's id: it stands in the same place. */
  id: string;
  name: string;
  icon: LucideIcon;
  useCount: () => number;
  /** What is counted, read out after the number: "waiting for you". */
  countLabel?: string;
  View: ComponentType;
}

/** What another room adds to the chat. Its components are fetched when they are first shown. */
export interface ChatExtension {
  /** Of the room: the key of its part in a message's `metadata.parts`. */
  name: string;
  Part?: ComponentType<PartProps>;
  actions?: readonly MessageAction[];
  tools?: readonly ComposerTool[];
  views?: readonly ExtensionView[];
  /** Keeps what must not stand in a message. */
  Shelter?: ComponentType<ShelterProps>;
}

let known: readonly ChatExtension[] = [];

/** Called once, before anything is shown. */
export function extendChat(...extensions: readonly ChatExtension[]): void {
  known = extensions;
}

export const chatExtensions = (): readonly ChatExtension[] => known;
export const messageActions = () => known.flatMap(({ actions = [] }) => actions);
export const composerTools = () => known.flatMap(({ tools = [] }) => tools);
export const shelter = () => known.find(({ Shelter }) => Shelter)?.Shelter;
export const extensionViews = () => known.flatMap(({ views = [] }) => views);
