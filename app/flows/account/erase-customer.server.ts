import { hashSecretToken, newSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { lostValueLines } from '#app/domain/loyalty/lost-value.server.ts'
import { lostPlanLines } from '#app/domain/subscriptions/lost-plans.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { newId } from '#app/kernel/id.server.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { CLIENT_ROLE } from '#app/kernel/vocabulary/identity.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type Erasures, erase, type StillNeeded } from './delete-account.server.ts'

/** What goes with an account, and what stands in the way of erasing it. */
export type ErasedCustomer = { appointmentsAhead: number; isMoneyUnderWay: boolean; lost: string[] }

type Input = { email: string; formerEmail?: string | null; isApplied: boolean; now: Instant }

/**
 * Erases a customer who asked the operator for it, as they could themselves with their password: what belongs to a
 * person is found through a live session alone, so the operator's request has one of its own, which ends with it.
 * Gives what the customer loses; with `isApplied` it is gone. Refuses 'account_not_found', 'not_a_customer' for any
 * other role, and while a visit is ahead or money is under way.
 */
export async function eraseCustomer(
	repositories: Repositories,
	erasures: Erasures,
	{ email, formerEmail, isApplied, now }: Input,
): Promise<Outcome<ErasedCustomer, 'account_not_found' | 'not_a_customer' | StillNeeded>> {
	const account = await repositories.identity.accounts.accountByEmail(email, formerEmail ?? email)
	if (!account) return refused('account_not_found')
	if (account.profile?.role !== CLIENT_ROLE) return refused('not_a_customer')
	const actor: Actor = { sessionHash: hashSecretToken(newSecretToken()), at: now }
	const session = {
		tokenHash: actor.sessionHash,
		id: newId(),
		userId: account.id,
		deviceLabel: 'Operator',
		now,
		expiresAt: now + MINUTE_MS,
	}
	await repositories.writeBatch([
		repositories.identity.accounts.insertSessionForHash(session, account.passwordHash),
	])
	try {
		const {
			booking: { ownData },
			loyalty: { ownLoyalty },
			subscriptions: { ownPlanData },
		} = repositories
		const [appointmentsAhead, isMoneyUnderWay, value, plans, earlierEmails] = await Promise.all([
			ownData.countAppointmentsAhead(actor),
			ownData.hasMoneyUnderWay(actor),
			ownLoyalty.valueOf(actor),
			ownPlanData.plansHeld(actor),
			ownData.earlierEmails(actor),
		])
		const customer = {
			appointmentsAhead,
			isMoneyUnderWay,
			lost: [...lostPlanLines(plans), ...lostValueLines(value)],
		}
		if (appointmentsAhead > 0) return refused('has_appointments_ahead')
		if (isMoneyUnderWay) return refused('has_money_under_way')
		if (!isApplied) return accepted(customer)
		const erased = await erase(repositories, erasures, {
			actor,
			emails: [email, ...earlierEmails],
			passwordHash: account.passwordHash,
		})
		return erased.ok ? accepted(customer) : erased
	} finally {
		await repositories.writeBatch([repositories.identity.sessions.deleteSession(actor.sessionHash)])
	}
}
