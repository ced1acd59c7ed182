import * as z from 'zod'
import { idField, UNREADABLE } from '#app/kernel/form-fields.server.ts'
import { heartFields } from '#app/kernel/vocabulary/identity.ts'

const add = z
	.object({ [heartFields.add]: idField() })
	.transform((form) => ({ kind: 'add' as const, shopId: form[heartFields.add] }))
const remove = z
	.object({ [heartFields.remove]: idField() })
	.transform((form) => ({ kind: 'remove' as const, shopId: form[heartFields.remove] }))

export const favoriteFormSchema = z.union([add, remove], UNREADABLE)

/** My Favorites also has Book Now. */
export const favoritesFormSchema = z.union(
	[
		favoriteFormSchema,
		z.object({ book: idField() }).transform(({ book }) => ({ kind: 'book' as const, shopId: book })),
	],
	UNREADABLE,
)

export type FavoriteChange = { kind: 'add' | 'remove'; shopId: string }

/** 'not_signed_in': the session has ended. 'not_kept': the business is unknown, or the account's favorites are full. */
export type FavoriteRefusal = 'not_signed_in' | 'not_kept'

type Words = { title: string; description: string }
type Outcome = 'not_signed_in' | 'done' | 'failed'

/** C26. */
export const favoriteWords: Record<'add' | 'remove', Record<Outcome, Words>> = {
	add: {
		not_signed_in: { title: 'Login Required', description: 'User must be authenticated to add favorites' },
		done: { title: 'Added to favorites', description: 'Business has been added to your favorites.' },
		failed: { title: 'Error', description: 'Failed to add to favorites. Please try again.' },
	},
	remove: {
		not_signed_in: { title: 'Login Required', description: 'User must be authenticated to remove favorites' },
		done: { title: 'Removed from favorites', description: 'Business has been removed from your favorites.' },
		failed: { title: 'Error', description: 'Failed to remove from favorites. Please try again.' },
	},
}
