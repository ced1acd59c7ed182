/** Before the title of a page that answers a refused post: a screen reader says the title first. */
export const REFUSED_PREFIX = 'Error: '

export function markTitle(): void {
	unmarkTitle()
	document.title = REFUSED_PREFIX + document.title
}

/** Also before React takes a page over: it compares the title with its own, which has no prefix. */
export function unmarkTitle(): void {
	const { title } = document
	if (title.startsWith(REFUSED_PREFIX)) document.title = withoutRefusedPrefix(title)
}

export function withoutRefusedPrefix(title: string): string {
	return title.startsWith(REFUSED_PREFIX) ? title.slice(REFUSED_PREFIX.length) : title
}
