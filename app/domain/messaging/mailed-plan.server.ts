import { lastDayMailedLabel, mailedDayLabel } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira, type Kobo } from '#app/kernel/money.ts'
import { civilAt, type ZoneName } from '#app/kernel/zone.server.ts'
import type { MailBlock } from './mail.ts'

export type MailedPlan = {
	/** Of the subscription. */
	id: string
	planId: string
	title: string
	shop: { name: string; timeZone: ZoneName }
	startsAt: Instant
	/** The midnight after its last day. */
	endsAt: Instant
	/** Paid for it, and the price of the next period. */
	paidKobo: Kobo
	priceKobo: Kobo
}

/** 'Tue 24 Nov 2026'. */
export function mailedDayLabelAt(timeZone: ZoneName, at: Instant): string {
	return mailedDayLabel(civilAt(timeZone, at).date)
}

export function planFacts({ shop, title, startsAt, endsAt, paidKobo }: MailedPlan): MailBlock {
	return {
		kind: 'facts',
		facts: [
			{ label: 'What', value: title },
			{ label: 'Where', value: shop.name },
			{
				label: 'When',
				value: `${mailedDayLabelAt(shop.timeZone, startsAt)} to ${lastDayMailedLabel(shop.timeZone, endsAt)}`,
			},
			{ label: 'Paid', value: formatNaira(paidKobo) },
		],
	}
}
