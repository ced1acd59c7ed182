import * as z from 'zod'
import { idField, UNREADABLE } from '#app/kernel/form-fields.server.ts'
import { heartFields } from '#app/kernel/vocabulary/identity.ts'

const add = z
	.object({ [heartFields.add]: idField() })
	.transform((form) => ({ kind: 'add' as const, shopId: form[heartFields.add] }))
const remove = z
	.object({ [heartFields.remove]: idField() })
	.transform((form) => ({ kind: 'remove' as const, shopId: form[heartFields.remove] }))

/** What the button of a heart asks for. */
export const favoriteFormSchema = z.union([add, remove], UNREADABLE)

/** My Favorites has Book Now beside its hearts. */
export const favoritesFormSchema = z.union(
	[
		favoriteFormSchema,
		z.object({ book: idField() }).transform(({ book }) => ({ kind: 'book' as const, shopId: book })),
	],
	UNREADABLE,
)
