import * as z from 'zod'
import { idField, UNREADABLE } from '#app/kernel/form-fields.server.ts'
import { themes } from '#app/kernel/vocabulary/identity.ts'
import { messageTopics } from '#app/kernel/vocabulary/messaging.ts'

const chooseTheme = z
	.object({ theme: z.enum(themes, UNREADABLE) })
	.transform(({ theme }) => ({ intent: 'choose-theme' as const, theme }))
const chooseDataSaver = z
	.object({ 'data-saver': z.enum(['on', 'off'], UNREADABLE) })
	.transform((form) => ({ intent: 'choose-data-saver' as const, isOn: form['data-saver'] === 'on' }))
const signOutOne = z
	.object({ session: idField() })
	.transform(({ session }) => ({ intent: 'sign-out' as const, sessionId: session }))
const signOutOthers = z.object({ intent: z.literal('sign-out-everywhere', UNREADABLE) })

const chooseMessages = z
	.object({
		intent: z.literal('choose-messages', UNREADABLE),
		topics: z.array(z.enum(messageTopics, UNREADABLE)).max(messageTopics.length),
	})
	.transform(({ intent, topics }) => ({
		intent,
		unwanted: messageTopics.filter((one) => !topics.includes(one)),
	}))

/** The buttons of the settings page: a theme, less data, the wanted messages, one signed-in device, or all others. */
export const settingsFormSchema = z.union(
	[chooseTheme, chooseDataSaver, chooseMessages, signOutOne, signOutOthers],
	UNREADABLE,
)
