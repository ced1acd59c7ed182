import type { WaitingDeposit } from '#app/domain/booking/checkout/deposit-link-repository.server.ts'
import { shownNotes } from '#app/kernel/booking-notes.ts'
import { type CivilDate, isCivilDate } from '#app/kernel/civil.ts'
import {
	clockLabelAt,
	clockOrMomentLabelAt,
	hoursLabel,
	momentLabelAt,
	shortDateLabel,
	stretchLabelAt,
} from '#app/kernel/date-labels.server.ts'
import { dayLinks } from '#app/kernel/day-links.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira } from '#app/kernel/money.ts'
import type { AccessKeyKind } from '#app/kernel/vocabulary/shops.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import type { AppointmentAtShop } from './shop-appointment-repository.server.ts'
import { actionsOfPerson, appointmentState, isClosed, suggestedActions } from './shop-appointment-words.ts'
import type { AppointmentOfDay, ShopDayView } from './shop-day-repository.server.ts'
import { toDoLine } from './shop-to-do.ts'
import type { ToDoCounts } from './shop-to-do-repository.server.ts'

/** The visits of a day that are read, and those drawn on one page: with long names they fit into 10 KB (P1). */
const APPOINTMENTS_OF_DAY = 400
const APPOINTMENTS_OF_PAGE = 30
/** Times of the day that wait for a deposit; all of them stand in To do. */
const DEPOSITS_OF_PAGE = 3

type Caller = { secretHash: string; kind: AccessKeyKind; sessionHash: string | null }
type AskedAppointments = { date: CivilDate | null; now: Instant; after: null; limit: number }
type AppointmentViews = {
	dayOfShop(caller: Caller, asked: AskedAppointments): Promise<ShopDayView>
	toDoCounts(caller: Caller, now: Instant): Promise<ToDoCounts>
}
type Deposits = { waitingDeposits(caller: Caller, now: Instant): Promise<WaitingDeposit[]> }

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
	{
		booking: { appointmentViews, deposits },
	}: { booking: { appointmentViews: AppointmentViews; deposits: Deposits } },
	caller: Caller,
	search: URLSearchParams,
	now: Instant,
) {
	const wanted = askedDayOf(search)
	const [day, toDo, waiting] = await Promise.all([
		appointmentViews.dayOfShop(caller, {
			date: wanted.date,
			now,
			after: null,
			limit: APPOINTMENTS_OF_DAY,
		}),
		appointmentViews.toDoCounts(caller, now),
		deposits.waitingDeposits(caller, now),
	])
	const { shop } = day
	if (!shop) return null
	// On a person's device there is one of them, and no deposit is theirs to ask for.
	const { personId } = shop
	const asked = personId === null ? wanted : { ...wanted, isByPerson: false }
	return {
		...shopDayView({ ...day, shop }, asked, now),
		toDo: toDoLine(toDo, civilAt(shop.timeZone, now).date),
		payoutAccountFrom:
			toDo.payoutAccountFrom === null ? null : momentLabelAt(shop.timeZone, toDo.payoutAccountFrom, now),
		waiting: waiting
			.filter(({ startsAt }) => personId === null && civilAt(shop.timeZone, startsAt).date === shop.date)
			.slice(0, DEPOSITS_OF_PAGE)
			.map((deposit) => ({
				to: `/kiosk/deposits/${deposit.checkoutId}`,
				name: nameOf(deposit),
				about: `${clockLabelAt(shop.timeZone, deposit.startsAt)} · ${waitingDepositWords(deposit, shop.timeZone, now)}`,
			})),
	}
}

/**
 * A day of a shop as its kiosk draws it: the next visit on top and marked, then past visits that are still open, then
 * closed ones.
 */
function shopDayView(
	{ shop, appointments, staff, blocks }: ShopDayView & { shop: NonNullable<ShopDayView['shop']> },
	asked: AskedDay,
	now: Instant,
) {
	const today = civilAt(shop.timeZone, now).date
	const open = appointments.filter((appointment) => !isClosed(appointment))
	const isPast = (appointment: AppointmentOfDay) => appointment.endsAt <= now
	const ordered = [
		...open.filter((appointment) => !isPast(appointment)),
		...open.filter(isPast),
		...appointments.filter(isClosed),
	]
	const next = shop.date === today ? open.find((appointment) => !isPast(appointment)) : undefined
	const shown = ordered.slice((asked.page - 1) * APPOINTMENTS_OF_PAGE, asked.page * APPOINTMENTS_OF_PAGE)
	const { personId } = shop
	const rowOf = (appointment: AppointmentOfDay) => {
		const row = appointmentRow(appointment, shop.timeZone, next, now)
		return personId === null ? row : rowOfPerson(row, appointment, { personId, zone: shop.timeZone })
	}
	const [person] = staff
	const addressOf = (changes: Partial<AskedDay>) => dayAddress({ ...asked, page: 1, ...changes }, today)
	const blockedOf = (staffMemberId: string | null) =>
		blocks
			.filter((block) => staffMemberId === null || block.staffMemberId === staffMemberId)
			.map(({ blockId, staffName, startsAt, endsAt, reason }) => ({
				id: blockId,
				text: `${staffMemberId === null ? `${staffName}, ` : ''}${stretchLabelAt(shop.timeZone, startsAt, endsAt)}: ${reason || 'blocked'}`,
			}))
	return {
		at: now,
		here: dayAddress(asked, today),
		shopName: shop.name,
		day: shop.date === today ? 'Today' : shortDateLabel(shop.date),
		dateLabel: shortDateLabel(shop.date),
		closed: shop.isClosed ? shop.closedReason || 'The shop is closed on this day.' : null,
		days: dayLinks(shop.date, today, (date) => addressOf({ date })),
		links: {
			block: blockPageAddress(shop.date, today),
			byTime: addressOf({ isByPerson: false }),
			byPerson: addressOf({ isByPerson: true }),
			calendar: shop.date === today ? '/kiosk/calendar' : `/kiosk/calendar?date=${shop.date}`,
			on: ordered.length > asked.page * APPOINTMENTS_OF_PAGE ? addressOf({ page: asked.page + 1 }) : null,
			back: asked.page > 1 ? addressOf({ page: asked.page - 1 }) : null,
		},
		count: { all: appointments.length, open: open.length },
		own: personId !== null && person ? { name: person.name, hours: hoursWords(person.hours) } : null,
		byTime: asked.isByPerson
			? null
			: {
					open: shown.filter((appointment) => !isClosed(appointment) && !isPast(appointment)).map(rowOf),
					late: shown.filter((appointment) => !isClosed(appointment) && isPast(appointment)).map(rowOf),
					over: shown.filter(isClosed).map(rowOf),
					blocks: blockedOf(personId),
				},
		byPerson: asked.isByPerson
			? staff.map(({ staffMemberId, name, hours }) => ({
					id: staffMemberId,
					name,
					hours: hoursWords(hours),
					blocks: blockedOf(staffMemberId),
					appointments: shown.filter((appointment) => isOf(appointment, staffMemberId)).map(rowOf),
				}))
			: null,
	}
}

/** 'Waits for a ₦5,000 deposit until 3:10 PM · Cut'. */
export function waitingDepositWords(
	{ dueKobo, heldUntilAt, serviceNames }: WaitingDeposit,
	zone: string,
	now: Instant,
): string {
	return `Waits for a ${formatNaira(dueKobo)} deposit until ${clockOrMomentLabelAt(zone, heldUntilAt, now)} · ${serviceNames}`
}

function hoursWords(hours: ShopDayView['staff'][number]['hours']): string {
	return hours ? hoursLabel(hours.startMinute, hours.endMinute, 'All day') : 'Off'
}

/** The list of a day. */
export function dayPageAddress(date: CivilDate, today: CivilDate): string {
	return dayAddress({ date, isByPerson: false, page: 1 }, today)
}

/** The page that blocks and frees time of a day. */
export function blockPageAddress(date: CivilDate | null, today: CivilDate): string {
	return date === null || date === today ? '/kiosk/block' : `/kiosk/block?date=${date}`
}

function appointmentRow(
	appointment: AppointmentOfDay,
	zone: string,
	next: AppointmentOfDay | undefined,
	now: Instant,
) {
	const { referenceNumber, startsAt, endsAt, services, dueKobo } = appointment
	const { word, tone } = appointmentState(appointment, now)
	const staff = [...new Set(services.map(({ staffName }) => staffName))].join(', ')
	const due = dueKobo > 0 && !isClosed(appointment) ? formatNaira(dueKobo) : null
	return {
		referenceNumber,
		time: clockLabelAt(zone, startsAt),
		until: clockLabelAt(zone, endsAt),
		name: nameWithVisitor({ ...appointment, ...appointment.bookingNotes }),
		what: `${services.map(({ name }) => name).join(', ')} · ${staff}`,
		word,
		tone,
		due,
		complete: due ? `Complete, ${due} paid` : 'Complete',
		tags: [...tagsOf(appointment), ...moneyTagsOf(appointment)],
		isNext: appointment === next,
		isOver: isClosed(appointment),
		isOwn: appointment.isOfSignedIn,
		card: appointment.hasCard ? (appointment.hasShopNote ? ('note' as const) : ('plain' as const)) : null,
		actions: suggestedActions(appointment, now),
	}
}

/** On a person's device: the time of their part, who else takes part, and no money. */
function rowOfPerson(
	row: ReturnType<typeof appointmentRow>,
	appointment: AppointmentOfDay,
	{ personId, zone }: { personId: string; zone: string },
) {
	const { services } = appointment
	const { startsAt, endsAt } = appointment.ownPart ?? appointment
	const others = services.filter(({ staffMemberId }) => staffMemberId !== personId)
	const withOthers = [...new Set(others.map(({ staffName }) => staffName))].join(', ')
	return {
		...row,
		time: clockLabelAt(zone, startsAt),
		until: clockLabelAt(zone, endsAt),
		what: `${services.map(({ name }) => name).join(', ')}${withOthers && ` · with ${withOthers}`}`,
		due: null,
		card: null,
		complete: row.due ? 'Complete, paid' : 'Complete',
		tags: tagsOf(appointment),
		actions: actionsOfPerson(row.actions, appointment),
	}
}

/** 'Amaka Obi'; a walk-in may have given no name. */
export function nameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
	return `${firstName} ${lastName}`.trim() || 'Walk-in'
}

/** Who comes stands first: 'Tobi (booked by Amaka Obi)'. */
export function nameWithVisitor({
	visitorName,
	customer,
}: Pick<AppointmentAtShop, 'customer'> & { visitorName: string | null }): string {
	return visitorName === null ? nameOf(customer) : `${visitorName} (booked by ${nameOf(customer)})`
}

/** What the customer told of being late; null once they are there. */
export function lateWords({
	status,
	arrivedAt,
	lateMinutes,
}: Pick<AppointmentAtShop, 'status' | 'arrivedAt' | 'lateMinutes'>): string | null {
	return lateMinutes === null || arrivedAt !== null || isClosed({ status })
		? null
		: `Running ${lateMinutes} min late`
}

/** How the shop itself booked it; nothing for a customer's booking. */
export function byShopWords({
	isWalkIn,
	isBookedAhead,
}: Pick<AppointmentAtShop, 'isWalkIn' | 'isBookedAhead'>): string[] {
	if (isBookedAhead) return ['Booked by us']
	return isWalkIn ? ['Walk-in'] : []
}

function tagsOf(appointment: AppointmentAtShop): string[] {
	const isOpen = !isClosed(appointment)
	const late = lateWords(appointment)
	return [
		...(late ? [late] : []),
		...(isOpen && shownNotes(appointment.bookingNotes, 'desk').length > 0 ? ['Note'] : []),
		...(appointment.isNew && isOpen ? ['New'] : []),
		...byShopWords(appointment),
	]
}

function moneyTagsOf(appointment: AppointmentAtShop): string[] {
	const isOpen = !isClosed(appointment)
	return [
		...(isOpen && appointment.dueKobo === 0 ? ['Paid'] : []),
		...(isOpen &&
		appointment.paymentMethod === 'TRANSFER' &&
		appointment.transferPaidAt === null &&
		appointment.dueKobo > 0
			? ['Awaiting transfer']
			: []),
	]
}

function isOf({ services }: AppointmentAtShop, staffMemberId: string): boolean {
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
