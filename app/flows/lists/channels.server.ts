import type { Channel } from '#app/flows/messages/channel.server.ts'
import { mailChannel } from '#app/flows/messages/mail-channel.server.ts'
import { pushChannel } from '#app/flows/messages/push-channel.server.ts'

/** In the order of the ladder. The last one is waited for where it is off. */
export const channels: readonly Channel[] = [
	// Shown at once, and costs nothing.
	pushChannel,
	// Reaches each address.
	mailChannel,
]
