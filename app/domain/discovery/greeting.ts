export const longestGreeting = 'Good afternoon'

/** `hour` is 0 to 23 (C22). */
export function greetingAt(hour: number): string {
	if (hour < 12) return 'Good morning'
	return hour < 17 ? longestGreeting : 'Good evening'
}
