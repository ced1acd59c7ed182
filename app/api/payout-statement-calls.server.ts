import type { AppLoadContext } from '@remix-run/cloudflare'
import * as z from 'zod'
import { payoutCsv } from '#app/domain/payouts/payout-csv.server.ts'
import { netAmount, type PayoutShare } from '#app/domain/payouts/payout-share.ts'
import type { StatedItem, StatedPayout } from '#app/domain/payouts/payout-statement-repository.server.ts'
import type { DatedTerms, PayoutTerms } from '#app/domain/payouts/payout-terms.ts'
import { type ListedDue, readMoney } from '#app/flows/payouts/read-money.server.ts'
import { payoutMode } from '#app/http/payout-mode.ts'
import { writtenText } from '#app/kernel/form-fields.server.ts'
import { accepted } from '#app/kernel/outcome.ts'
import { feeBearers, payoutReasons, payoutStatuses, payoutWays } from '#app/kernel/vocabulary/payouts.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import { answeredInstant, isoOf, isoOrNull, page, pagedQuery, pageOf } from './api-fields.server.ts'
import { type ShopCall, shopCall } from './shop-call.server.ts'
import { changeRefused, changeStatuses } from './shop-resource.server.ts'

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
				hold_until: hold && 'until' in hold ? isoOf(hold.until) : null,
				next_payout_at: isoOrNull(hold === null || 'until' in hold ? nextPayoutAt : null),
				terms: termsOf(money.terms),
				coming_terms: coming && datedTermsOf(coming),
				items: money.lines.flatMap(dueItemOf),
			})
		},
	}),
	shopCall({
		...read,
		path: '/payouts/list',
		summary: 'List the shop’s payouts, newest first',
		query: pagedQuery,
		answer: pageOf(payout),
		refusals: {},
		async handle({ context, caller, query: { limit, cursor } }) {
			const input = { mode: payoutMode(context), after: cursor, limit: limit + 1 }
			const found = await context.payouts.statements.payoutsOfCaller(caller, input)
			const placeOf = (one: StatedPayout) => ({ at: one.createdAt, id: one.reference })
			return accepted(page(found, limit, { placeOf, itemOf: payoutOf }))
		},
	}),
	shopCall({
		...one,
		path: '/payouts/{reference}',
		summary: 'Get a payout with each booking and plan in it',
		answer: payout.extend({ items: z.array(item) }),
		async handle({ context, caller, params }) {
			const [found, items] = await statementOf(context, caller, params.reference)
			if (!found) return changeRefused('not_found')
			return accepted({ ...payoutOf(found), items: items.map(itemOf) })
		},
	}),
	shopCall({
		...one,
		path: '/payouts/{reference}/csv',
		summary: 'Get a payout as a CSV file',
		answer: writtenText,
		contentType: 'text/csv',
		async handle({ context, caller, key, params }) {
			const [found, items] = await statementOf(context, caller, params.reference)
			return found ? accepted(payoutCsv(found, items, key.shop.timeZone)) : changeRefused('not_found')
		},
	}),
]

function statementOf(
	{ payouts: { statements } }: Pick<AppLoadContext, 'payouts'>,
	caller: ShopCaller,
	payoutReference: string,
) {
	return Promise.all([
		statements.payoutOfCaller(caller, payoutReference),
		statements.itemsOfCaller(caller, payoutReference),
	])
}

function shareOf(of: PayoutShare) {
	return {
		earned_kobo: of.earnedKobo,
		tip_kobo: of.tipKobo,
		commission_kobo: of.commissionKobo,
		payment_fee_kobo: of.paymentFeeKobo,
		net_kobo: netAmount(of),
	}
}

function termsOf({ commissionPercent, paymentFeeBearer, transferFeeBearer }: PayoutTerms) {
	return {
		commission_percent: commissionPercent,
		payment_fee_bearer: paymentFeeBearer,
		transfer_fee_bearer: transferFeeBearer,
	}
}

function datedTermsOf(coming: DatedTerms) {
	return { ...termsOf(coming), applies_from: isoOf(coming.appliesFrom) }
}

type DueItem = z.input<typeof dueAnswer>['items'][number]

function dueItemOf(due: ListedDue): DueItem[] {
	const { paymentReference, payment } = due
	const line = { payment_reference: paymentReference, name: payment.name, ...shareOf(due.share) }
	switch (due.state) {
		case 'held':
			return [{ ...line, state: due.state, reason: null, held_because: due.why, due_at: null }]
		case 'due':
		case 'debt':
		case 'later': {
			const { state, reason, dueAt } = due
			return [{ ...line, state, reason, held_because: null, due_at: isoOf(dueAt) }]
		}
		case 'on_its_way':
		case 'settled':
			return []
	}
}

function payoutOf(found: StatedPayout) {
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
		created_at: isoOf(found.createdAt),
		changed_at: isoOf(found.changedAt),
	}
}

function itemOf(line: StatedItem) {
	return {
		payment_reference: line.paymentReference,
		name: line.name,
		appointment_reference: line.appointmentReference,
		reason: line.reason,
		due_at: isoOf(line.dueAt),
		...shareOf(line),
	}
}
