/** Whether the description of a reward begins with its worth, so that a page prints that once: 'Free wash and set'. */
export function beginsWithWorth(description: string, worth: string): boolean {
	return description.toLowerCase().startsWith(worth.toLowerCase())
}
