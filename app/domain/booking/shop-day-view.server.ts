import { addDays, type CivilDate, isCivilDate } from '#app/kernel/civil.ts'
import { clockLabel, clockLabelAt, shortDateLabel } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira } from '#app/kernel/money.ts'
import type { AccessKeyKind } from '#app/kernel/vocabulary/shops.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import type { ListedVisit, ShopDayView } from './shop-visit-repository.server.ts'
import { isClosed, likelyDeeds, visitState } from './shop-visit-words.ts'

/** So many visits are read of a day, and so many drawn at once. */
const VISITS_OF_DAY = 400
const VISITS_OF_PAGE = 40

type Caller = { secretHash: string; kind: AccessKeyKind; sessionHash: string | null }
type AskedVisits = { date: CivilDate | null; now: Instant; after: null; limit: number }
type ShopVisits = { day(caller: Caller, asked: AskedVisits): Promise<ShopDayView> }

/** What the address of the list asks for. */
type AskedDay = { date: CivilDate | null; isByPerson: boolean; page: number }

/** Reads the address of a list; what cannot be read is today, by time, from the first on. */
function askedDayOf(search: URLSearchParams): AskedDay {
	const date = search.get('date')
	const page = Number(search.get('page'))
	return {
		date: date !== null && isCivilDate(date) ? date : null,
		isByPerson: search.get('by') === 'person',
		page: Number.isInteger(page) && page > 1 && page < 100 ? page : 1,
	}
}

/** The day that a list's address asks for, ready to be drawn; null where the key opens nothing any more. */
export async function readShopDay(
	{ shopVisits }: { shopVisits: ShopVisits },
	caller: Caller,
	search: URLSearchParams,
	now: Instant,
) {
	const asked = askedDayOf(search)
	const day = await shopVisits.day(caller, { date: asked.date, now, after: null, limit: VISITS_OF_DAY })
	const { shop } = day
	return shop && shopDayView({ ...day, shop }, asked, now)
}

/** A day of a shop as its kiosk draws it: the next one on top and marked, then what nobody has closed, then what is over. */
function shopDayView(
	{ shop, visits, staff, blocks }: ShopDayView & { shop: NonNullable<ShopDayView['shop']> },
	asked: AskedDay,
	now: Instant,
) {
	const today = civilAt(shop.timeZone, now).date
	const open = visits.filter((visit) => !isClosed(visit))
	const isPast = (visit: ListedVisit) => visit.endsAt <= now
	const ordered = [
		...open.filter((visit) => !isPast(visit)),
		...open.filter(isPast),
		...visits.filter(isClosed),
	]
	const next = shop.date === today ? open.find((visit) => !isPast(visit)) : undefined
	const shown = ordered.slice((asked.page - 1) * VISITS_OF_PAGE, asked.page * VISITS_OF_PAGE)
	const rowOf = (visit: ListedVisit) => visitRow(visit, shop.timeZone, next, now)
	const addressOf = (changes: Partial<AskedDay>) => dayAddress({ ...asked, page: 1, ...changes }, today)
	return {
		at: now,
		here: dayAddress(asked, today),
		shopName: shop.name,
		day: shop.date === today ? 'Today' : shortDateLabel(shop.date),
		dateLabel: shortDateLabel(shop.date),
		closed: shop.isClosed ? shop.closedReason || 'The shop is closed on this day.' : null,
		links: {
			before: addressOf({ date: addDays(shop.date, -1) }),
			today: shop.date === today ? null : addressOf({ date: null }),
			after: addressOf({ date: addDays(shop.date, 1) }),
			byTime: addressOf({ isByPerson: false }),
			byPerson: addressOf({ isByPerson: true }),
			on: ordered.length > asked.page * VISITS_OF_PAGE ? addressOf({ page: asked.page + 1 }) : null,
			back: asked.page > 1 ? addressOf({ page: asked.page - 1 }) : null,
		},
		count: { all: visits.length, open: open.length },
		byTime: asked.isByPerson
			? null
			: {
					open: shown.filter((visit) => !isClosed(visit) && !isPast(visit)).map(rowOf),
					late: shown.filter((visit) => !isClosed(visit) && isPast(visit)).map(rowOf),
					over: shown.filter(isClosed).map(rowOf),
				},
		byPerson: asked.isByPerson
			? staff.map(({ staffMemberId, name, hours }) => ({
					id: staffMemberId,
					name,
					hours: hours ? `${clockLabel(hours.startMinute)} – ${clockLabel(hours.endMinute)}` : 'Off',
					blocks: blocks
						.filter((block) => block.staffMemberId === staffMemberId)
						.map(({ blockId, startsAt, endsAt, reason }) => ({
							id: blockId,
							text: `${clockLabelAt(shop.timeZone, startsAt)} – ${clockLabelAt(shop.timeZone, endsAt)}: ${reason || 'blocked'}`,
						})),
					visits: shown.filter((visit) => isOf(visit, staffMemberId)).map(rowOf),
				}))
			: null,
	}
}

function visitRow(visit: ListedVisit, zone: string, next: ListedVisit | undefined, now: Instant) {
	const { reference, startsAt, endsAt, services, dueKobo } = visit
	const { word, tone } = visitState(visit, now)
	const staff = [...new Set(services.map(({ staffName }) => staffName))].join(', ')
	return {
		reference,
		time: clockLabelAt(zone, startsAt),
		until: clockLabelAt(zone, endsAt),
		name: nameWithVisitor(visit),
		what: `${services.map(({ name }) => name).join(', ')} · ${staff}`,
		word,
		tone,
		due: dueKobo > 0 && !isClosed(visit) ? formatNaira(dueKobo) : null,
		tags: tagsOf(visit),
		isNext: visit === next,
		isOver: isClosed(visit),
		isOwn: visit.isOfSignedIn,
		deeds: likelyDeeds(visit, now),
	}
}

/** 'Amaka Obi'; a walk-in may have given no name. */
export function nameOf({ firstName, lastName }: ListedVisit['customer']): string {
	return `${firstName} ${lastName}`.trim() || 'Walk-in'
}

/** Who comes stands first: 'Tobi (booked by Amaka Obi)'. */
export function nameWithVisitor({
	visitorName,
	customer,
}: Pick<ListedVisit, 'visitorName' | 'customer'>): string {
	return visitorName === null ? nameOf(customer) : `${visitorName} (booked by ${nameOf(customer)})`
}

/** What the customer told of being late; null once they are there. */
export function lateWords({
	status,
	arrivedAt,
	lateMinutes,
}: Pick<ListedVisit, 'status' | 'arrivedAt' | 'lateMinutes'>): string | null {
	return lateMinutes === null || arrivedAt !== null || isClosed({ status })
		? null
		: `Running ${lateMinutes} min late`
}

function tagsOf(visit: ListedVisit): string[] {
	const isOpen = !isClosed(visit)
	const late = lateWords(visit)
	return [
		...(late ? [late] : []),
		...(visit.customerNote !== null && isOpen ? ['Note'] : []),
		...(visit.isNew && isOpen ? ['New'] : []),
		...(visit.isWalkIn ? ['Walk-in'] : []),
		...(isOpen && visit.dueKobo === 0 ? ['Paid'] : []),
		...(isOpen && visit.paymentMethod === 'TRANSFER' && visit.transferPaidAt === null && visit.dueKobo > 0
			? ['Transfer awaited']
			: []),
	]
}

function isOf({ services }: ListedVisit, staffMemberId: string): boolean {
	return services.some((service) => service.staffMemberId === staffMemberId)
}

function dayAddress({ date, isByPerson, page }: AskedDay, today: CivilDate): string {
	const search = new URLSearchParams({
		...(date !== null && date !== today ? { date } : {}),
		...(isByPerson ? { by: 'person' } : {}),
		...(page > 1 ? { page: String(page) } : {}),
	})
	return search.size > 0 ? `/kiosk?${search}` : '/kiosk'
}
