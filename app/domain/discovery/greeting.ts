export const longestGreeting = 'Good afternoon'

/** The greeting for an hour of the day, 0 to 23 (C22: before 12, before 17, otherwise). */
export function greetingAt(hour: number): string {
	if (hour < 12) return 'Good morning'
	return hour < 17 ? longestGreeting : 'Good evening'
}
