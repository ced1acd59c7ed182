/**
 * Those whose name or address holds what was typed, whatever its case and marks (spec 1 §2, Favorites); all for
 * nothing typed.
 */
export function searchFavorites<Shop extends { name: string; address: string }>(
	favorites: readonly Shop[],
	typed: string,
): Shop[] {
	const wanted = plain(typed.trim())
	return favorites.filter(
		({ name, address }) => plain(name).includes(wanted) || plain(address).includes(wanted),
	)
}

/** 'Adé' is found by 'ade'. */
function plain(text: string): string {
	return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
