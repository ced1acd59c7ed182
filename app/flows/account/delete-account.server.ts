import { isValuable } from '#app/domain/loyalty/lost-value.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { confirmPassword, type PasswordRefusal } from './confirm-password.server.ts'

/**
 * `has_appointments_ahead`: appointments must be cancelled or over first. `has_money_under_way`: mails about it need an
 * address, a claim to it needs a name (S18, docs/decisions/025). `value_not_given_up`: the customer has not agreed to
 * lose it (D54).
 */
export type DeleteRefusal = PasswordRefusal | { code: StillNeeded } | { code: 'value_not_given_up' }

export type CustomerToErase = {
	actor: Actor
	/** Also earlier addresses of the account or its bookings. */
	emails: readonly string[]
	passwordHash: string
}

type Erase<Result> = (
	repositories: Repositories,
	customer: CustomerToErase,
) => Statement<Result> | readonly Statement<Result>[]

/** The statements that erase a customer, by name and in order. `accountDeleted` says whether the account is gone. */
export type Erasures = Readonly<Record<string, Erase<unknown>>> & {
	accountDeleted: (repositories: Repositories, customer: CustomerToErase) => Statement<number>
}

/**
 * Deletes the actor's account and erases the customer from what shops keep (W30), in one batch. `givesUpValue`: the
 * customer agrees to lose cashback, rewards and plans. Refuses as `DeleteRefusal` says.
 */
export async function deleteAccount(
	repositories: Repositories,
	erasures: Erasures,
	input: {
		actor: Actor
		user: { email: string }
		password: string
		givesUpValue: boolean
		accountSubject: string
	},
): Promise<Outcome<null, DeleteRefusal>> {
	const { actor, user, password, givesUpValue, accountSubject } = input
	const { email } = user
	if (!givesUpValue && (await hasValue(repositories, actor))) return refused({ code: 'value_not_given_up' })
	const [confirmed, earlierEmails] = await Promise.all([
		confirmPassword(repositories, { actor, email, password, accountSubject }),
		repositories.booking.ownData.earlierEmails(actor),
	])
	if (!confirmed.ok) return confirmed
	const { passwordHash } = confirmed.value
	const erased = await erase(repositories, erasures, {
		actor,
		emails: [email, ...earlierEmails],
		passwordHash,
	})
	return erased.ok ? erased : refused({ code: erased.refusal })
}

export type StillNeeded = 'has_appointments_ahead' | 'has_money_under_way'

/** The one batch that erases a customer (W30). The caller has checked the password, or is the operator. */
export async function erase(
	repositories: Repositories,
	erasures: Erasures,
	customer: CustomerToErase,
): Promise<Outcome<null, StillNeeded>> {
	const erased = Object.entries(erasures).map(
		([name, erase]) => [name, erase(repositories, customer)] as const,
	)
	const { accountDeleted } = await repositories.writeBatch<Record<string, Statement | readonly Statement[]>>(
		Object.fromEntries(erased),
	)
	if (accountDeleted === 1) return accepted(null)
	const isMoneyUnderWay = await repositories.booking.ownData.hasMoneyUnderWay(customer.actor)
	return refused(isMoneyUnderWay ? 'has_money_under_way' : 'has_appointments_ahead')
}

async function hasValue(
	{ loyalty: { ownLoyalty }, subscriptions: { ownPlanData } }: Repositories,
	actor: Actor,
): Promise<boolean> {
	const [value, plans] = await Promise.all([ownLoyalty.valueOf(actor), ownPlanData.plansHeld(actor)])
	return isValuable(value) || plans.length > 0
}
