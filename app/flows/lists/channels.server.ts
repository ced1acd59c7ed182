import type { Channel } from '#app/flows/messages/channel.server.ts'
import { mailChannel } from '#app/flows/messages/mail-channel.server.ts'
import { pushChannel } from '#app/flows/messages/push-channel.server.ts'

/** The ladder's order. A message waits for the last one where it is off. */
export const channels: readonly Channel[] = [
	// Shown at once, and costs nothing.
	pushChannel,
	// Reaches each address.
	mailChannel,
]
