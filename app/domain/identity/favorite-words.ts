type Words = { title: string; description: string }
type Outcome = 'not_signed_in' | 'done' | 'failed'

/** What a heart answers (C26). */
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
