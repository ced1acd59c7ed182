import { durationLabel } from '#app/kernel/civil.ts'
import { mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import type { MailBlock } from './mail.ts'

export type MailedSession = {
	planTitle: string
	startsAt: Instant
	durationMinutes: number
	staffName: string | null
	shop: { name: string; address: string; timeZone: ZoneName }
}

export function mailedSessionFacts({
	planTitle,
	startsAt,
	durationMinutes,
	staffName,
	shop,
}: MailedSession): MailBlock {
	return {
		kind: 'facts',
		facts: [
			{ label: 'When', value: mailedMomentLabelAt(shop.timeZone, startsAt) },
			{
				label: 'What',
				value: [
					planTitle,
					...(staffName ? [`Instructor: ${staffName}`] : []),
					durationLabel(durationMinutes),
				].join('\n'),
			},
			{ label: 'Where', value: `${shop.name}\n${shop.address}` },
		],
	}
}

export function placesLink(origin: string): MailBlock {
	return { kind: 'link', label: 'See or cancel your booking', href: `${origin}/sessions?tab=bookings` }
}

/** 'Yoga Monthly at Palm House', for the subject of a mail. */
export function sessionName({ planTitle, shop }: MailedSession): string {
	return `${planTitle} at ${shop.name}`
}
