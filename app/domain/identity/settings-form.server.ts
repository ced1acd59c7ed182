import * as z from 'zod'
import { idField, UNREADABLE } from '#app/kernel/form-fields.server.ts'
import { themes } from '#app/kernel/vocabulary/identity.ts'

const chooseTheme = z
	.object({ theme: z.enum(themes, UNREADABLE) })
	.transform(({ theme }) => ({ intent: 'choose-theme' as const, theme }))
const signOutOne = z
	.object({ session: idField() })
	.transform(({ session }) => ({ intent: 'sign-out' as const, sessionId: session }))
const signOutOthers = z.object({ intent: z.literal('sign-out-everywhere', UNREADABLE) })

/** The buttons of the settings page: a theme, one signed-in device, or all other devices. */
export const settingsFormSchema = z.union([chooseTheme, signOutOne, signOutOthers], UNREADABLE)
