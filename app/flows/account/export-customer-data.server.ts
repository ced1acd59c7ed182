import { hasProvenSession, type SignedInUser } from '#app/domain/identity/session.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { newId } from '#app/kernel/id.server.ts'
import { accepted, type Outcome } from '#app/kernel/outcome.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type ConfirmPasswordDeps, confirmPassword, type PasswordRefusal } from './confirm-password.server.ts'

/**
 * Lets the actor's session download the customer's data for ten minutes, and tells the customer (S42). A session that
 * typed the password within ten minutes needs none.
 */
export async function startExport(
	deps: ConfirmPasswordDeps,
	input: {
		actor: Actor
		user: Pick<SignedInUser, 'email' | 'session'>
		password: string
		accountSubject: string
	},
): Promise<Outcome<null, PasswordRefusal>> {
	const { email, session } = input.user
	const { actor, password, accountSubject } = input
	const { sessions, accountEvents } = deps.identity
	const isProven = hasProvenSession(session, actor.at)
	if (!isProven) {
		const confirmed = await confirmPassword(deps, { actor, email, password, accountSubject })
		if (!confirmed.ok) return confirmed
	}
	await deps.writeBatch([
		...(isProven ? [] : [sessions.markProven(actor)]),
		accountEvents.insertActors(actor, { id: newId(), kind: 'data_exported' }),
	])
	return accepted(null)
}

/** `user`: the page's guard reads it in the same trip. */
export type ReadSection = (
	repositories: Repositories,
	customer: { actor: Actor; user: Promise<SignedInUser> },
) => Promise<unknown>

/** Everything stored about a customer, by section, in one trip (P7, W30). */
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
