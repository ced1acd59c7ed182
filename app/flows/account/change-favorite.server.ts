import type { FavoriteChange, FavoriteRefusal } from '#app/domain/identity/favorite-form.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { newId } from '#app/kernel/id.server.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** Adds a business to the actor's favorites or removes it, in one trip. A repeat is accepted. */
export async function changeFavorite(
	{ identity: { favorites }, writeBatch }: Pick<Repositories, 'identity' | 'writeBatch'>,
	actor: Actor,
	{ kind, shopId }: FavoriteChange,
): Promise<Outcome<null, FavoriteRefusal>> {
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
