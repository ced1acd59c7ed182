/** Then a page prints the worth once: 'Free wash and set'. */
export function beginsWithWorth(description: string, worth: string): boolean {
	return description.toLowerCase().startsWith(worth.toLowerCase())
}
