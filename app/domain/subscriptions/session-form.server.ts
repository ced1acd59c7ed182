import * as z from 'zod'
import { idField, UNREADABLE } from '#app/kernel/form-fields.server.ts'

export const bookSessionFormSchema = z.object({ subscription: idField() })

/** Each has the id of its session. */
export const waitFormSchema = z
	.object({ join: idField().optional(), leave: idField().optional(), subscription: idField().optional() })
	.refine(({ join, leave }) => (join === undefined) !== (leave === undefined), UNREADABLE)
