/** What a checkout buys, in a line: its plan, or its services in order. */
export function boughtName({
	planTitle,
	services,
}: {
	planTitle: string | null
	services: readonly { name: string }[]
}): string {
	return planTitle ?? services.map(({ name }) => name).join(', ')
}
