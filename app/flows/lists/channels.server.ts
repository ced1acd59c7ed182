import type { Channel } from '#app/flows/messages/channel.server.ts'
import { mailChannel } from '#app/flows/messages/mail-channel.server.ts'
import { pushChannel } from '#app/flows/messages/push-channel.server.ts'

/** In the ladder's order. While the last channel is off, messages wait for it. */
export const channels: readonly Channel[] = [
	// Shown at once, and costs nothing.
	pushChannel,
	// Reaches each address.
	mailChannel,
]
