import { isPaymentReference } from '#app/domain/payments/payment-reference.server.ts'
import type { ListedPart } from '#app/domain/payments/returned-part-repository.server.ts'
import {
	bookReturnedPart,
	type PartRefusal,
	type PartToBook,
	readPartToBook,
} from '#app/flows/refunds/book-returned-part.server.ts'
import { transactionLabelAt } from '#app/kernel/date-labels.server.ts'
import { formatMoney, formatNaira, type Kobo, parseNaira } from '#app/kernel/money.ts'
import { allWell, type OpsCommand, type OpsResult, UsageProblem } from './ops-command.ts'
import { operatorRepositories, refusedWith } from './ops-environment.ts'
import { parseReference } from './typed-reference.ts'

/** The next run lists the others. */
const PAGE = 200

const refusalLines: Record<PartRefusal, string> = {
	payment_not_found: 'No money has come by this reference.',
	no_part_waits: 'No part of this payment waits for you.',
	part_amount_missing: 'Paystack told no amount. Look at the dashboard, and say it with --amount.',
	more_than_left:
		'That is more than is left of this payment. Look at the dashboard, and say with --amount what went.',
	refund_on_its_way:
		'All of this payment is on its way back already. Look at the dashboard: if nothing more went, say --amount 0.',
	payment_disputed: 'Another dispute of this payment is open. Decide when it has ended.',
	payment_changed: 'This payment has just changed. Run it again.',
}

const causes: Record<ListedPart['cause'], string> = {
	dispute: 'a dispute was lost',
	refund: 'a refund on the dashboard',
}

export const partsBack: OpsCommand = {
	name: 'parts-back',
	summary: 'lists parts of payments that went back at Paystack alone; with a reference, books one',
	places: ['reference'],
	mayLackPlaces: true,
	options: {
		amount: {
			type: 'string',
			about: 'what of it is booked, in naira; 0 for nothing. Default: what Paystack told',
		},
		apply: { type: 'boolean', about: 'books it; without it, nothing is written' },
	},
	about:
		'A dispute that was lost for a part, or a part that was refunded on the dashboard of Paystack, holds its payment: nothing of it is paid out or refunded. Compare both on the dashboard, then say what went. What is booked is the customer’s, the shop is due the rest. Safe to run twice. Without a reference: exit code 1 while one waits. Reads DATABASE_URL and DATABASE_AUTH_TOKEN.',
	async run({ places: [typed], options, env, now }) {
		const deps = operatorRepositories(env)
		const isApplied = options.apply === true
		if (typed === undefined) {
			if (isApplied || options.amount !== undefined)
				throw new UsageProblem('Name the payment: npm run ops -- parts-back <reference>')
			return listed(await deps.payments.returnedParts.undecidedParts(PAGE))
		}
		const amountKobo = parseAmount(options.amount)
		const givenReference = isPaymentReference(typed) ? typed : parseReference(typed)
		const found = isApplied
			? await bookReturnedPart(deps, { givenReference, amountKobo, now })
			: await readPartToBook(deps, { givenReference, amountKobo })
		return found.ok ? done(found.value, { isApplied }) : refusedWith(found.refusal, refusalLines)
	},
}

function parseAmount(typed: unknown): Kobo | null {
	if (typed === undefined) return null
	const amountKobo = typeof typed === 'string' ? parseNaira(typed) : null
	if (amountKobo === null) throw new UsageProblem('--amount has to be a sum in naira, such as 2500.')
	return amountKobo
}

function listed(parts: readonly ListedPart[]): OpsResult {
	return {
		isWell: parts.length === 0,
		lines: [
			...parts.map(({ amountKobo, currency, timeZone, ...one }) =>
				[
					one.paymentReference,
					...(one.referenceNumber ? [one.referenceNumber] : []),
					`${amountKobo === null ? 'an unknown part' : formatMoney(amountKobo, currency)} of ${formatMoney(one.paidKobo, currency)}`,
					causes[one.cause],
					one.status,
					one.shopName,
					`told ${transactionLabelAt(timeZone, one.toldAt)}`,
				].join('  '),
			),
			...(parts.length === 0 ? ['No part waits.'] : []),
		],
		data: { parts },
	}
}

function done(
	{ payment, part, bookedKobo, isLast }: PartToBook,
	{ isApplied }: { isApplied: boolean },
): OpsResult {
	const { paymentReference, received } = payment
	const amount = formatNaira(bookedKobo)
	const verb = isApplied ? 'is booked' : 'would be booked'
	return allWell({ paymentReference, amountKobo: bookedKobo, cause: part.cause, isApplied }, [
		`${amount} of ${paymentReference} ${verb} as gone back (${causes[part.cause]}).`,
		bookedKobo === 0
			? 'All that is left of it counts as before.'
			: `${formatNaira(Math.max(0, received.leftKobo - bookedKobo))} of it are left.`,
		...(isLast ? [] : ['The payment stays held: another part or dispute of it is open.']),
		...(isApplied ? [] : ['Nothing was written. Add --apply to do it.']),
	])
}
