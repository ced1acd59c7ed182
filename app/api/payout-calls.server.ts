import * as z from 'zod'
import { dueOnDay, payoutsCsv, payoutTotals } from '#app/domain/payouts/payout-csv.server.ts'
import { snakeKeys } from '#app/kernel/cased-keys.ts'
import { daysBetween } from '#app/kernel/civil.ts'
import { writtenText } from '#app/kernel/form-fields.server.ts'
import { accepted } from '#app/kernel/outcome.ts'
import { daySpans } from '#app/kernel/zone.server.ts'
import { dateField } from './api-fields.server.ts'
import { type Called, type ShopCall, shopCall } from './shop-call.server.ts'

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
			const days = await daysOf(called)
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
		handle: async (called) => accepted(payoutsCsv(await daysOf(called))),
	}),
]

function daysOf({ context, shopId, key, query }: Called<unknown, { from: string; until: string }, unknown>) {
	return context.payouts.dues.days(shopId, daySpans(key.shop.timeZone, query.from, query.until))
}
