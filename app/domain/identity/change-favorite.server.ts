import type { Actor } from '#app/kernel/actor.ts'
import { newId } from '#app/kernel/id.server.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { Database } from '#db/client.server.ts'
import type { FavoriteRepository } from './favorite-repository.server.ts'

export type FavoriteChange = { kind: 'add' | 'remove'; shopId: string }

type Deps = {
	favorites: Pick<FavoriteRepository, 'insertFavorite' | 'deleteFavorite' | 'selectFavoriteState'>
	writeBatch: Database['writeBatch']
}

/**
 * Adds a business to the actor's favorites or takes it away, in one trip; what is so already is fine. Refuses
 * 'not_signed_in' for a session that ended, 'not_kept' for an unknown business and for one too many.
 */
export async function changeFavorite(
	{ favorites, writeBatch }: Deps,
	actor: Actor,
	{ kind, shopId }: FavoriteChange,
): Promise<Outcome<null, 'not_signed_in' | 'not_kept'>> {
	const { state } = await writeBatch({
		changed:
			kind === 'add'
				? favorites.insertFavorite(actor, { id: newId(), shopId })
				: favorites.deleteFavorite(actor, shopId),
		state: favorites.selectFavoriteState(actor, shopId),
	})
	const [{ isSignedIn, isFavorite } = { isSignedIn: false, isFavorite: false }] = state
	if (!isSignedIn) return refused('not_signed_in')
	return isFavorite === (kind === 'add') ? accepted(null) : refused('not_kept')
}
