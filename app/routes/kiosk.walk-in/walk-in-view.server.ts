import type { ShopDayView } from '#app/domain/booking/desk/shop-day-repository.server.ts'
import { findTakenTime } from '#app/domain/booking/desk/shop-day-view.server.ts'
import type { OfferedService } from '#app/domain/discovery/shop-offer-repository.server.ts'
import type { ShownMember } from '#app/http/kiosk-member.server.ts'
import { durationLabel } from '#app/kernel/civil.ts'
import { clockLabelAt, clockOrMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { civilAt } from '#app/kernel/zone.server.ts'

/** The choices so far, by the page's address. */
export type WalkInChoice = {
	service: string | null
	staff: string | null
	at: Instant | null
	member: string | null
}

export function readWalkInChoice(search: URLSearchParams): WalkInChoice {
	const at = Number(search.get('at'))
	return {
		service: search.get('service'),
		staff: search.get('staff'),
		at: Number.isSafeInteger(at) && at > 0 ? at : null,
		member: search.get('for'),
	}
}

export function walkInAddress({ service, staff, at, member }: WalkInChoice): string {
	const search = new URLSearchParams()
	if (service !== null) search.set('service', service)
	if (staff !== null) search.set('staff', staff)
	if (at !== null) search.set('at', String(at))
	if (member !== null) search.set('for', member)
	return search.size > 0 ? `/kiosk/walk-in?${search}` : '/kiosk/walk-in'
}

type Read = {
	offers: OfferedService[]
	day: ShopDayView
	shop: { name: string; timeZone: string }
	member: ShownMember | null
}

/** The next step of the choices: a service, a person, then the button that books. */
export function walkInView(choice: WalkInChoice, { offers, day, shop, member }: Read, now: Instant) {
	const service = offers.find(({ serviceId }) => serviceId === choice.service)
	const page = {
		shopName: shop.name,
		forName: member?.name ?? null,
		start: walkInAddress({ ...choice, service: null, staff: null, at: null }),
	}
	if (!service)
		return {
			...page,
			step: 'service' as const,
			services: offers
				.filter(({ staffIds }) => staffIds.length > 0)
				.map(({ serviceId, name, durationMinutes, priceKobo }) => ({
					id: serviceId,
					name,
					text: `${durationLabel(durationMinutes)} · ${formatNaira(priceKobo)}`,
					to: walkInAddress({ ...choice, service: serviceId }),
				})),
		}
	const people = day.staff
		.filter(({ staffMemberId }) => service.staffIds.includes(staffMemberId))
		.map((person) => ({
			id: person.staffMemberId,
			name: person.name,
			// Who is free is known for now only.
			text: choice.at === null ? freeWords(person, day, shop.timeZone, now) : '',
		}))
	const startLabel = choice.at === null ? null : clockOrMomentLabelAt(shop.timeZone, choice.at, now)
	const about = {
		...page,
		what: `${service.name} · ${durationLabel(service.durationMinutes)} · ${formatNaira(service.priceKobo)}`,
	}
	const person = people.find(({ id }) => id === choice.staff)
	if (choice.staff !== 'any' && !person)
		return {
			...about,
			step: 'staff' as const,
			what: startLabel === null ? about.what : `${about.what} · ${startLabel}`,
			anyTo: walkInAddress({ ...choice, staff: 'any' }),
			people: people.map(({ id, name, text }) => ({
				id,
				name,
				text,
				to: walkInAddress({ ...choice, staff: id }),
			})),
		}
	return {
		...about,
		step: 'book' as const,
		who: person ? person.name : 'Anyone free',
		at: choice.at,
		when: startLabel ?? `Now, ${clockLabelAt(shop.timeZone, now)}`,
		back: walkInAddress({ ...choice, staff: null, at: null }),
	}
}

type Person = ShopDayView['staff'][number]

/** 'Free now', or until when a person is busy. */
function freeWords({ staffMemberId, hours }: Person, day: ShopDayView, zone: string, now: Instant): string {
	const { minute } = civilAt(zone, now)
	if (!hours) return 'Off today'
	if (minute < hours.startMinute || minute >= hours.endMinute) return 'Outside working hours'
	const stretches = findTakenTime(staffMemberId, day)
	const current = stretches.find(({ startsAt, endsAt }) => startsAt <= now && endsAt > now)
	if (current) return `Busy until ${clockLabelAt(zone, current.endsAt)}`
	const next = stretches.find(({ startsAt }) => startsAt > now)
	return next ? `Free now, until ${clockLabelAt(zone, next.startsAt)}` : 'Free now'
}
