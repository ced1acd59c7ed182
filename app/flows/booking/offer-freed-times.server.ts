import type { BookingCalendar } from '#app/domain/availability/calendar-repository.server.ts'
import { openSlots } from '#app/domain/availability/open-slots.ts'
import type { SlotSearch } from '#app/domain/availability/slot-search.ts'
import { isSpent, slotWaitState } from '#app/domain/booking/wait/slot-wait.ts'
import type { SlotWait } from '#app/domain/booking/wait/slot-wait-repository.server.ts'
import { type Clock, type HasTime, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { isQuietAt } from '#app/kernel/quiet-hours.server.ts'
import { civilAt, type ZoneName } from '#app/kernel/zone.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { holdForWait, type OfferTimeDeps, tellOfTime } from './offer-time.server.ts'
import { calendarWindow, searchIn } from './read-draft.server.ts'

type OfferFreedTimesDeps = OfferTimeDeps & Pick<Repositories, 'availability'>

/** Tries for one line in one run. */
const MAX_OFFERS = 20
/** The mails of a run are sent within this time. */
const MAILED_WITHIN_MS = 2 * MINUTE_MS

/**
 * Every minute: holds a day's free times for its waiting customers in order, a quarter of an hour each (D55). An
 * unproven address is told without a hold. A shop's quiet hours suspend its lines. Safe beside itself: the calendar
 * refuses a held time, and a wait a second offer. Gives the number of offers.
 */
export async function offerFreedTimes(
	deps: OfferFreedTimesDeps,
	now: Clock,
	hasTime: HasTime,
): Promise<number> {
	const startedAt = now()
	let offered = 0
	while (hasTime()) {
		const at = now()
		const waits = await deps.booking.slotWaits.linesToLookAt(startedAt, at)
		if (waits.length === 0) break
		const lines = groupLines(waits).filter(({ shop }) => mayTell(shop.timeZone, at))
		const over = lines.filter(({ shop, date }) => date < civilAt(shop.timeZone, at).date)
		const ahead = lines.filter((line) => !over.includes(line))
		const calendars = await Promise.all(ahead.map((line) => readCalendar(deps, line, at)))
		for (const [index, line] of ahead.entries()) {
			const calendar = calendars[index]
			if (calendar) offered += await serveLine(deps, line, calendar, at)
		}
		const idsOf = (some: readonly SlotWait[]) => some.map(({ id }) => id)
		const spent = ahead.flatMap((line) => line.waits.filter((wait) => slotWaitState(wait, at) === 'spent'))
		await deps.writeBatch([
			deps.booking.slotWaits.endWaits(idsOf(over.flatMap((line) => line.waits)), 'over', at),
			deps.booking.slotWaits.endWaits(idsOf(spent), 'spent', at),
			deps.booking.slotWaits.markLooked(idsOf(waits), startedAt),
		])
	}
	return offered
}

/** False in quiet hours, and so shortly before them that a mail could be sent in them. */
function mayTell(zone: ZoneName, at: Instant): boolean {
	return !isQuietAt(zone, at) && !isQuietAt(zone, at + MAILED_WITHIN_MS)
}

/** The waits for one day of a shop, in order. */
type Line = Pick<SlotWait, 'shop' | 'date'> & { waits: SlotWait[]; serviceIds: string[] }

function groupLines(waits: readonly SlotWait[]): Line[] {
	const lines = new Map<string, Line>()
	for (const wait of waits) {
		const { shop, date, serviceId } = wait
		const key = `${shop.id} ${date}`
		const line = lines.get(key) ?? { shop, date, waits: [], serviceIds: [] }
		lines.set(key, line)
		line.waits.push(wait)
		if (!line.serviceIds.includes(serviceId)) line.serviceIds.push(serviceId)
	}
	return [...lines.values()]
}

function readCalendar(
	{ availability: { calendar } }: OfferFreedTimesDeps,
	{ shop, date, serviceIds }: Line,
	now: Instant,
): Promise<BookingCalendar> {
	return calendar.calendarOf(
		{ kind: 'services', shopId: shop.id, serviceIds, staffMemberId: null },
		calendarWindow(date, 1),
		now,
	)
}

/** The calendar is read again after each try to hold a time. */
async function serveLine(
	deps: OfferFreedTimesDeps,
	line: Line,
	first: BookingCalendar,
	now: Instant,
): Promise<number> {
	const served = new Set<string>()
	let calendar = first
	let offered = 0
	for (let round = 0; round < MAX_OFFERS; round++) {
		const next = nextOffer(line, calendar, served, now)
		if (next === null) break
		const { wait, startsAt, search } = next
		const outcome = wait.isProven
			? await holdForWait(deps, { wait, startsAt, search, now })
			: await tellOfTime(deps, { wait, startsAt, now })
		if (outcome === 'no_answer') break
		if (outcome !== 'taken') served.add(wait.id)
		if (outcome === 'offered') offered++
		if (wait.isProven) calendar = await readCalendar(deps, line, now)
	}
	return offered
}

/** Proven addresses first; then customers with the fewest earlier offers. */
function nextOffer(
	{ waits, serviceIds }: Line,
	calendar: BookingCalendar,
	served: ReadonlySet<string>,
	now: Instant,
) {
	const inLine = waits.filter((wait) => mayBeOffered(wait, now) && !served.has(wait.id))
	inLine.sort((a, b) => Number(b.isProven) - Number(a.isProven) || a.offerCount - b.offerCount)
	for (const wait of inLine) {
		const search = waitSearch(wait, calendar, serviceIds, now)
		const starts = freeStarts(search)
		const [startsAt] = starts
		if (startsAt === undefined) continue
		// This customer already knows of that free time.
		if (!wait.isProven && wait.offeredStartsAt !== null && starts.includes(wait.offeredStartsAt)) continue
		return { wait, startsAt, search }
	}
	return null
}

function mayBeOffered(wait: SlotWait, now: Instant): boolean {
	const state = slotWaitState(wait, now)
	if (!wait.service.isOffered || !wait.wantsMessages || isSpent(wait)) return false
	return state === 'waiting' || state === 'missed'
}

/** Searches as the page of times does (R17). `serviceIds` are in the calendar's order. */
function waitSearch(
	{ shop, service, serviceId, staffMemberId, date }: SlotWait,
	{ staff, rows }: BookingCalendar,
	serviceIds: readonly string[],
	now: Instant,
): SlotSearch {
	const position = serviceIds.indexOf(serviceId)
	const staffMemberIds = staff
		.filter((member) => member.position === position)
		.map((member) => member.staffMemberId)
		.filter((id) => staffMemberId === null || id === staffMemberId)
	const { durationMinutes, bufferMinutes } = service
	const segments = [{ serviceId, staffMemberIds, durationMinutes, bufferMinutes }]
	return searchIn(shop, rows, segments, { firstDate: date, dayCount: 1 }, now)
}

function freeStarts(search: SlotSearch): Instant[] {
	const slots = openSlots(search).flatMap((day) => day.slots)
	return slots.filter(({ free }) => free).map(({ startsAt }) => startsAt)
}
