import type { WaitingDeposit } from '#app/domain/booking/checkout/deposit-link-repository.server.ts'
import { shownNotes } from '#app/kernel/booking-notes.ts'
import {
	clockLabelAt,
	clockOrMomentLabelAt,
	hoursLabel,
	shortDateLabel,
	stretchLabelAt,
} from '#app/kernel/date-labels.server.ts'
import { dayLinks } from '#app/kernel/day-links.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import { blockPageAddress, type DayQuery, dayAddress } from './day-address.ts'
import type { AppointmentAtShop } from './shop-appointment-repository.server.ts'
import {
	actionsOfPerson,
	appointmentState,
	byShopWords,
	isClosed,
	lateWords,
	nameWithVisitor,
	suggestedActions,
} from './shop-appointment-words.ts'
import type { AppointmentOfDay, ShopDayView } from './shop-day-repository.server.ts'

/** With long names they fit into 10 KB (P1). */
const APPOINTMENTS_OF_PAGE = 30

/** A shop's day for its kiosk: the next visit first and marked, then past open visits, then closed ones. */
export function shopDayView(
	{ shop, appointments, staff, blocks }: ShopDayView & { shop: NonNullable<ShopDayView['shop']> },
	input: DayQuery,
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
	const shown = ordered.slice((input.page - 1) * APPOINTMENTS_OF_PAGE, input.page * APPOINTMENTS_OF_PAGE)
	const { personId } = shop
	const makeRow = (appointment: AppointmentOfDay) => {
		const row = appointmentRow(appointment, shop.timeZone, next, now)
		return personId === null ? row : rowOfPerson(row, appointment, { personId, zone: shop.timeZone })
	}
	const [person] = staff
	const makeAddress = (changes: Partial<DayQuery>) => dayAddress({ ...input, page: 1, ...changes }, today)
	const describeBlocked = (staffMemberId: string | null) =>
		blocks
			.filter((block) => staffMemberId === null || block.staffMemberId === staffMemberId)
			.map(({ blockId, staffName, startsAt, endsAt, reason }) => ({
				id: blockId,
				text: `${staffMemberId === null ? `${staffName}, ` : ''}${stretchLabelAt(shop.timeZone, startsAt, endsAt)}: ${reason || 'blocked'}`,
			}))
	return {
		at: now,
		here: dayAddress(input, today),
		shopName: shop.name,
		day: shop.date === today ? 'Today' : shortDateLabel(shop.date),
		dateLabel: shortDateLabel(shop.date),
		closed: shop.isClosed ? shop.closedReason || 'The shop is closed on this day.' : null,
		days: dayLinks(shop.date, today, (date) => makeAddress({ date })),
		links: {
			block: blockPageAddress(shop.date, today),
			byTime: makeAddress({ isByPerson: false }),
			byPerson: makeAddress({ isByPerson: true }),
			calendar: shop.date === today ? '/kiosk/calendar' : `/kiosk/calendar?date=${shop.date}`,
			on: ordered.length > input.page * APPOINTMENTS_OF_PAGE ? makeAddress({ page: input.page + 1 }) : null,
			back: input.page > 1 ? makeAddress({ page: input.page - 1 }) : null,
		},
		count: { all: appointments.length, open: open.length },
		own: personId !== null && person ? { name: person.name, hours: hoursWords(person.hours) } : null,
		byTime: input.isByPerson
			? null
			: {
					open: shown.filter((appointment) => !isClosed(appointment) && !isPast(appointment)).map(makeRow),
					late: shown.filter((appointment) => !isClosed(appointment) && isPast(appointment)).map(makeRow),
					over: shown.filter(isClosed).map(makeRow),
					blocks: describeBlocked(personId),
				},
		byPerson: input.isByPerson
			? staff.map(({ staffMemberId, name, hours }) => ({
					id: staffMemberId,
					name,
					hours: hoursWords(hours),
					blocks: describeBlocked(staffMemberId),
					appointments: shown.filter((appointment) => isWithPerson(appointment, staffMemberId)).map(makeRow),
				}))
			: null,
	}
}

function hoursWords(hours: ShopDayView['staff'][number]['hours']): string {
	return hours ? hoursLabel(hours.startMinute, hours.endMinute, 'All day') : 'Off'
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
		tags: [...appointmentTags(appointment), ...moneyTags(appointment)],
		isNext: appointment === next,
		isOver: isClosed(appointment),
		isOwn: appointment.isOfSignedIn,
		card: appointment.hasCard ? (appointment.hasShopNote ? ('note' as const) : ('plain' as const)) : null,
		actions: suggestedActions(appointment, now),
	}
}

/** On a person's device: their part's time, who else takes part, and no money. */
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
		tags: appointmentTags(appointment),
		actions: actionsOfPerson(row.actions, appointment),
	}
}

function appointmentTags(appointment: AppointmentAtShop): string[] {
	const isOpen = !isClosed(appointment)
	const late = lateWords(appointment)
	return [
		...(late ? [late] : []),
		...(isOpen && shownNotes(appointment.bookingNotes, 'desk').length > 0 ? ['Note'] : []),
		...(appointment.isNew && isOpen ? ['New'] : []),
		...byShopWords(appointment),
	]
}

function moneyTags(appointment: AppointmentAtShop): string[] {
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

function isWithPerson({ services }: AppointmentAtShop, staffMemberId: string): boolean {
	return services.some((service) => service.staffMemberId === staffMemberId)
}

/** A person's busy times, in order. A completed visit keeps its time until its end. */
export function findTakenTime(
	staffMemberId: string,
	{ appointments, blocks }: Pick<ShopDayView, 'appointments' | 'blocks'>,
	exceptReference?: string,
) {
	const ofAppointments = appointments.filter(
		(appointment) =>
			appointment.referenceNumber !== exceptReference &&
			(!isClosed(appointment) || appointment.status === 'COMPLETED') &&
			appointment.services.some((service) => service.staffMemberId === staffMemberId),
	)
	const ofBlocks = blocks.filter((block) => block.staffMemberId === staffMemberId)
	return [...ofAppointments, ...ofBlocks].toSorted((a, b) => a.startsAt - b.startsAt)
}

/** 'Waits for a ₦5,000 deposit until 3:10 PM · Cut'. */
export function waitingDepositWords(
	{ dueKobo, heldUntilAt, serviceNames }: WaitingDeposit,
	zone: string,
	now: Instant,
): string {
	return `Waits for a ${formatNaira(dueKobo)} deposit until ${clockOrMomentLabelAt(zone, heldUntilAt, now)} · ${serviceNames}`
}
