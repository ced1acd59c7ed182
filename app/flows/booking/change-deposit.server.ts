import { depositState, MAX_DEPOSIT_MAILS } from '#app/domain/booking/checkout/deposit-link.ts'
import type { DepositLink } from '#app/domain/booking/checkout/deposit-link-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { Statement, WriteFailure } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { depositMail } from './ask-deposit.server.ts'
import { refusalOfWriting } from './booking-write.server.ts'

type ChangeDepositDeps = Pick<Repositories, 'booking' | 'messaging' | 'writeBatch'>

type Change = {
	shopId: string
	/** The link's id. */
	checkoutId: string
	alongside: readonly Statement[]
	now: Instant
}

/** Why a time no longer waits for its deposit. */
type DepositOver =
	| 'deposit_not_found'
	| 'deposit_paid'
	| 'deposit_settled'
	| 'deposit_let_go'
	| 'deposit_lapsed'

type ChangeDepositRefusal = DepositOver | WriteFailure

const constraints = { deposit_not_waiting: 'deposit_not_waiting' } as const

/**
 * Frees a time that waits for its deposit. A later payment takes it if it is still free (K25). Of two requests at once
 * one wins, and the other gets a `DepositOver`.
 */
export async function releaseDeposit(
	deps: ChangeDepositDeps,
	{ shopId, checkoutId, alongside, now }: Change,
): Promise<Outcome<null, ChangeDepositRefusal>> {
	const { deposits } = deps.booking
	const link = await deposits.depositLinkOf(checkoutId)
	const over = whyOver(link, shopId, now)
	if (over !== null) return refused(over)
	const refusal = await refusalOfWriting(
		deps.writeBatch,
		[...alongside, deposits.requireWaiting(checkoutId, now), ...deposits.releaseDeposit(checkoutId, now)],
		constraints,
	)
	if (refusal === null) return accepted(null)
	return refused(
		refusal === 'deposit_not_waiting' ? await readDepositOver(deps, { shopId, checkoutId, now }) : refusal,
	)
}

/**
 * Mails the link once more. Refuses what ended the wait, 'deposit_no_email', 'too_many_deposit_mails',
 * 'deposit_sent_already'.
 */
export async function sendDepositAgain(
	deps: ChangeDepositDeps,
	{ shopId, checkoutId, alongside, now }: Change,
): Promise<
	Outcome<null, ChangeDepositRefusal | 'deposit_no_email' | 'too_many_deposit_mails' | 'deposit_sent_already'>
> {
	const { deposits } = deps.booking
	const link = await deposits.depositLinkOf(checkoutId)
	const over = whyOver(link, shopId, now)
	if (link === null || over !== null) return refused(over ?? 'deposit_not_found')
	const { checkout, mailCount } = link
	if (checkout.contact.email === null) return refused('deposit_no_email')
	if (mailCount >= MAX_DEPOSIT_MAILS) return refused('too_many_deposit_mails')
	const refusal = await refusalOfWriting(
		deps.writeBatch,
		[
			...alongside,
			deposits.requireWaiting(checkoutId, now),
			...deposits.countDepositMail(checkoutId, mailCount),
			...depositMail(deps, { ...checkout, mailCount: mailCount + 1, now }),
		],
		{ ...constraints, deposit_sent_already: 'deposit_sent_already' } as const,
	)
	if (refusal === null) return accepted(null)
	return refused(
		refusal === 'deposit_not_waiting' ? await readDepositOver(deps, { shopId, checkoutId, now }) : refusal,
	)
}

const overByState = {
	waiting: null,
	booked: 'deposit_paid',
	paid: 'deposit_settled',
	let_go: 'deposit_let_go',
	lapsed: 'deposit_lapsed',
} as const satisfies Record<ReturnType<typeof depositState>, DepositOver | null>

function whyOver(link: DepositLink | null, shopId: string, now: Instant): DepositOver | null {
	return link?.checkout.shopId === shopId ? overByState[depositState(link, now)] : 'deposit_not_found'
}

/** What another request wrote since the link was read. */
async function readDepositOver(
	{ booking: { deposits } }: ChangeDepositDeps,
	{ shopId, checkoutId, now }: Omit<Change, 'alongside'>,
): Promise<DepositOver> {
	return whyOver(await deposits.depositLinkOf(checkoutId), shopId, now) ?? 'deposit_lapsed'
}
