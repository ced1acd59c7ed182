/** Favorites whose name or address contains the text, ignoring case and marks (C24). Empty text finds all. */
export function searchFavorites<Shop extends { name: string; address: string }>(
	favorites: readonly Shop[],
	typed: string,
): Shop[] {
	const wanted = plain(typed.trim())
	return favorites.filter(
		({ name, address }) => plain(name).includes(wanted) || plain(address).includes(wanted),
	)
}

/** 'ade' finds 'Adé'. */
function plain(text: string): string {
	return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
