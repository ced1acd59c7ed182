import type { SignedInUser } from '#app/domain/identity/session.ts'
import type { Actor } from '#app/kernel/actor.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** Reads one section of the customer's data file. The user is being read by the page's guard, in the same trip. */
export type ReadSection = (
	repositories: Repositories,
	customer: { actor: Actor; user: Promise<SignedInUser> },
) => Promise<unknown>

/** All that is kept about a customer, by section, in one trip (P7, W30). */
export async function exportCustomerData(
	repositories: Repositories,
	sections: Readonly<Record<string, ReadSection>>,
	customer: { actor: Actor; user: Promise<SignedInUser> },
): Promise<Record<string, unknown>> {
	const read = Object.entries(sections).map(
		async ([name, readSection]) => [name, await readSection(repositories, customer)] as const,
	)
	return Object.fromEntries(await Promise.all(read))
}
