import type { AppLoadContext } from '@remix-run/cloudflare'
import * as z from 'zod'
import { dueOnDay, payoutCsv, payoutsCsv, payoutTotals } from '#app/domain/payouts/payout-csv.server.ts'
import { netAmount, type PayoutShare } from '#app/domain/payouts/payout-share.ts'
import type { StatedItem, StatedPayout } from '#app/domain/payouts/payout-statement-repository.server.ts'
import type { PayoutTerms } from '#app/domain/payouts/payout-terms.ts'
import { type ListedDue, readMoney } from '#app/flows/payouts/read-money.server.ts'
import { payoutMode } from '#app/http/payout-mode.ts'
import { snakeKeys } from '#app/kernel/cased-keys.ts'
import { daysBetween } from '#app/kernel/civil.ts'
import { writtenText } from '#app/kernel/form-fields.server.ts'
import { accepted } from '#app/kernel/outcome.ts'
import { feeBearers, payoutReasons, payoutStatuses, payoutWays } from '#app/kernel/vocabulary/payouts.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import { daySpans } from '#app/kernel/zone.server.ts'
import {
	answeredInstant,
	dateField,
	isoOrNull,
	isoText,
	page,
	pagedQuery,
	pageSchema,
} from './api-fields.server.ts'
import { type Called, type ShopCall, shopCall } from './shop-call.server.ts'
import { changeRefused, changeStatuses } from './shop-resource.server.ts'

const MAX_DAYS = 366

const range = z
	.strictObject({ from: dateField, until: dateField })
	.refine(
		({ from, until }) => from <= until && daysBetween(from, until) < MAX_DAYS,
		`“until” must not be before “from”, and the range is at most ${MAX_DAYS} days.`,
	)

const amounts = {
	earned_kobo: z.int(),
	returned_kobo: z.int(),
	tips_kobo: z.int(),
	due_kobo: z.int(),
	cashback_given_kobo: z.int(),
	cashback_spent_kobo: z.int(),
}

const report = { method: 'GET', scope: 'payouts:read', query: range, refusals: {} } as const

export const payoutCalls: readonly ShopCall[] = [
	shopCall({
		...report,
		path: '/payouts',
		summary: 'Get online payments, refunds and tips by day. Days without any are left out',
		answer: z.object({
			items: z.array(z.object({ date: z.iso.date(), ...amounts })),
			total: z.object(amounts),
		}),
		async handle(called) {
			const days = await readDays(called)
			return accepted({
				items: days.map((day) => ({ ...snakeKeys(day), due_kobo: dueOnDay(day) })),
				total: snakeKeys(payoutTotals(days)),
			})
		},
	}),
	shopCall({
		...report,
		path: '/payouts/csv',
		summary: 'Get the same report as a CSV file',
		answer: writtenText,
		contentType: 'text/csv',
		handle: async (called) => accepted(payoutsCsv(await readDays(called))),
	}),
]

function readDays(input: Called<unknown, { from: string; until: string }, unknown>) {
	const { context, shopId, key, query } = input
	return context.payouts.dues.days(shopId, daySpans(key.shop.timeZone, query.from, query.until))
}

const share = {
	earned_kobo: z.int(),
	tip_kobo: z.int(),
	commission_kobo: z.int(),
	payment_fee_kobo: z.int(),
	net_kobo: z.int(),
}

const terms = {
	commission_percent: z.int(),
	payment_fee_bearer: z.enum(feeBearers),
	transfer_fee_bearer: z.enum(feeBearers),
}

const named = { payment_reference: writtenText, name: writtenText }

const dueAnswer = z.object({
	due_kobo: z.int(),
	later_kobo: z.int(),
	held_kobo: z.int(),
	hold: z
		.enum(['nothing_due', 'in_debt', 'below_minimum', 'no_account', 'account_waits', 'contact_changed'])
		.nullable(),
	hold_until: answeredInstant.nullable(),
	next_payout_at: answeredInstant.nullable(),
	terms: z.object(terms),
	coming_terms: z.object({ ...terms, applies_from: answeredInstant }).nullable(),
	items: z.array(
		z.object({
			...named,
			state: z.enum(['due', 'debt', 'later', 'held']),
			reason: z.enum(payoutReasons).nullable(),
			held_because: z.enum(['dispute', 'refund', 'part_back', 'problem']).nullable(),
			due_at: answeredInstant.nullable(),
			...share,
		}),
	),
})

const payout = z.object({
	reference: writtenText,
	status: z.enum(payoutStatuses),
	way: z.enum(payoutWays),
	gross_kobo: z.int(),
	commission_kobo: z.int(),
	payment_fee_kobo: z.int(),
	transfer_fee_kobo: z.int(),
	amount_kobo: z.int(),
	bank_name: writtenText,
	account_last_digits: writtenText,
	holder_name: writtenText,
	created_at: answeredInstant,
	changed_at: answeredInstant,
})

const item = z.object({
	...named,
	appointment_reference: writtenText.nullable(),
	reason: z.enum(payoutReasons),
	due_at: answeredInstant,
	...share,
})

const read = { method: 'GET', scope: 'payouts:read' } as const
const one = { ...read, refusals: changeStatuses('not_found') } as const

/** What the shop is due, and its payouts, down to each booking. */
export const payoutStatementCalls: readonly ShopCall[] = [
	shopCall({
		...read,
		path: '/payouts/due',
		summary:
			'Get what is not paid out yet: what is due, comes later, is held or owed, why it waits, and the shop’s terms',
		answer: dueAnswer,
		refusals: {},
		async handle({ context, caller, now }) {
			const { payouts: settings } = context.settings
			const money = await readMoney(context, { caller, mode: payoutMode(context), settings, now })
			if (!money) throw new Error('a key that is open has a shop')
			const { due, later, held, hold, nextPayoutAt, coming } = money
			return accepted({
				due_kobo: due.netKobo,
				later_kobo: later.netKobo,
				held_kobo: held.netKobo,
				hold: hold?.why ?? null,
				hold_until: hold && 'until' in hold ? isoText(hold.until) : null,
				next_payout_at: isoOrNull(hold === null || 'until' in hold ? nextPayoutAt : null),
				terms: termsAnswer(money.terms),
				coming_terms: coming && { ...termsAnswer(coming), applies_from: isoText(coming.appliesFrom) },
				items: money.lines.flatMap(dueItemAnswer),
			})
		},
	}),
	shopCall({
		...read,
		path: '/payouts/list',
		summary: 'List the shop’s payouts, newest first',
		query: pagedQuery,
		answer: pageSchema(payout),
		refusals: {},
		async handle({ context, caller, query: { limit, cursor } }) {
			const input = { mode: payoutMode(context), after: cursor, limit: limit + 1 }
			const found = await context.payouts.statements.payoutsOfCaller(caller, input)
			const placeOf = (one: StatedPayout) => ({ at: one.createdAt, id: one.reference })
			return accepted(page(found, limit, { placeOf, itemOf: payoutAnswer }))
		},
	}),
	shopCall({
		...one,
		path: '/payouts/{reference}',
		summary: 'Get a payout with each booking and plan in it',
		answer: payout.extend({ items: z.array(item) }),
		async handle({ context, caller, params }) {
			const [found, items] = await readStatement(context, caller, params.reference)
			if (!found) return changeRefused('not_found')
			return accepted({ ...payoutAnswer(found), items: items.map(itemAnswer) })
		},
	}),
	shopCall({
		...one,
		path: '/payouts/{reference}/csv',
		summary: 'Get a payout as a CSV file',
		answer: writtenText,
		contentType: 'text/csv',
		async handle({ context, caller, key, params }) {
			const [found, items] = await readStatement(context, caller, params.reference)
			return found ? accepted(payoutCsv(found, items, key.shop.timeZone)) : changeRefused('not_found')
		},
	}),
]

function readStatement(
	{ payouts: { statements } }: Pick<AppLoadContext, 'payouts'>,
	caller: ShopCaller,
	payoutReference: string,
) {
	return Promise.all([
		statements.payoutOfCaller(caller, payoutReference),
		statements.itemsOfCaller(caller, payoutReference),
	])
}

function shareAnswer(of: PayoutShare) {
	return {
		earned_kobo: of.earnedKobo,
		tip_kobo: of.tipKobo,
		commission_kobo: of.commissionKobo,
		payment_fee_kobo: of.paymentFeeKobo,
		net_kobo: netAmount(of),
	}
}

function termsAnswer({ commissionPercent, paymentFeeBearer, transferFeeBearer }: PayoutTerms) {
	return {
		commission_percent: commissionPercent,
		payment_fee_bearer: paymentFeeBearer,
		transfer_fee_bearer: transferFeeBearer,
	}
}

type DueItem = z.input<typeof dueAnswer>['items'][number]

function dueItemAnswer(due: ListedDue): DueItem[] {
	const { paymentReference, payment } = due
	const line = { payment_reference: paymentReference, name: payment.name, ...shareAnswer(due.share) }
	switch (due.state) {
		case 'held':
			return [{ ...line, state: due.state, reason: null, held_because: due.why, due_at: null }]
		case 'due':
		case 'debt':
		case 'later': {
			const { state, reason, dueAt } = due
			return [{ ...line, state, reason, held_because: null, due_at: isoText(dueAt) }]
		}
		case 'on_its_way':
		case 'settled':
			return []
	}
}

function payoutAnswer(found: StatedPayout) {
	return {
		reference: found.reference,
		status: found.status,
		way: found.way,
		gross_kobo: found.grossKobo,
		commission_kobo: found.commissionKobo,
		payment_fee_kobo: found.paymentFeeKobo,
		transfer_fee_kobo: found.transferFeeKobo,
		amount_kobo: found.amountKobo,
		bank_name: found.bankName,
		account_last_digits: found.lastDigits,
		holder_name: found.holderName,
		created_at: isoText(found.createdAt),
		changed_at: isoText(found.changedAt),
	}
}

function itemAnswer(line: StatedItem) {
	return {
		payment_reference: line.paymentReference,
		name: line.name,
		appointment_reference: line.appointmentReference,
		reason: line.reason,
		due_at: isoText(line.dueAt),
		...shareAnswer(line),
	}
}
