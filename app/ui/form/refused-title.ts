/** A refused post is announced by the title: screen readers say it first. */
export const REFUSED_PREFIX = 'Error: '

export function markTitle(): void {
	unmarkTitle()
	document.title = REFUSED_PREFIX + document.title
}

/** Needed before hydration too: React compares the title with its unmarked one. */
export function unmarkTitle(): void {
	const { title } = document
	if (title.startsWith(REFUSED_PREFIX)) document.title = withoutRefusedPrefix(title)
}

export function withoutRefusedPrefix(title: string): string {
	return title.startsWith(REFUSED_PREFIX) ? title.slice(REFUSED_PREFIX.length) : title
}
