import * as z from 'zod'
import { idField, UNREADABLE } from '#app/kernel/form-fields.server.ts'

/** Confirm Booking: with which subscription. */
export const bookSessionFormSchema = z.object({ subscription: idField() })

/** The buttons of the waitlist, each with the id of its session. */
export const waitFormSchema = z
	.object({ join: idField().optional(), leave: idField().optional(), subscription: idField().optional() })
	.refine(({ join, leave }) => (join === undefined) !== (leave === undefined), UNREADABLE)
