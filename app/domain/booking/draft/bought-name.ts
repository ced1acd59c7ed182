/** What a checkout buys, in a line: its plan, or its services in order. */
export function boughtName({
	plan,
	services,
}: {
	plan: { title: string } | null
	services: readonly { name: string }[]
}): string {
	return plan ? plan.title : services.map(({ name }) => name).join(', ')
}
