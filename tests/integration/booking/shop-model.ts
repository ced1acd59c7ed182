import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'

/**
 * The rules of holding and booking once more, as plain as they can be said: one shop with two people, open from 9 to
 * 18, one service of an hour, one add-on of half an hour. It shares no code with the app.
 */
export type Refusal = string | null

type Taken = { staff: string; from: Instant; until: Instant }
type ModelHold = Taken & { expiresAt: Instant; renewedAt: Instant | null }
type ModelGuest = {
	wish: Instant | null
	choice: string
	hasAddOn: boolean
	hold: ModelHold | null
	firstHeldAt: Instant | null
}
type ModelAppointment = Taken & { status: 'SCHEDULED' | 'CANCELLED'; moves: number }

const HALF_HOUR = 30 * MINUTE_MS

export class ShopModel {
	now: Instant
	guests: ModelGuest[]
	appointments: ModelAppointment[] = []
	private readonly staff: readonly string[]
	private readonly opensAt: Instant
	private readonly closesAt: Instant

	constructor(start: { now: Instant; opensAt: Instant; staff: readonly string[]; guests: number }) {
		this.now = start.now
		this.staff = start.staff
		this.opensAt = start.opensAt
		this.closesAt = start.opensAt + 9 * 60 * MINUTE_MS
		this.guests = Array.from({ length: start.guests }, () => newGuest())
	}

	guest(place: number): ModelGuest {
		const guest = this.guests[place]
		if (!guest) throw new Error(`no guest ${place}`)
		return guest
	}

	liveHold(guest: ModelGuest): ModelHold | null {
		return guest.hold && guest.hold.expiresAt > this.now ? guest.hold : null
	}

	/** What the page of times lists for a guest: each start with whether it is free. */
	listed(guest: ModelGuest): Map<Instant, boolean> {
		const length = lengthOf(guest)
		const slots = new Map<Instant, boolean>()
		for (let at = this.opensAt; at + length <= this.closesAt; at += HALF_HOUR) {
			if (at >= this.now + HALF_HOUR) slots.set(at, this.freeStaff(at, length, guest).length > 0)
		}
		return slots
	}

	hold(place: number, at: Instant): Refusal {
		const guest = this.guest(place)
		const held = this.liveHold(guest)
		if (held?.from === at) return null
		const refusal = this.refusalOf(at, lengthOf(guest), guest)
		if (refusal) return refusal
		guest.wish = at
		const firstHeldAt = guest.firstHeldAt ?? this.now
		const expiresAt = Math.min(this.now + 10 * MINUTE_MS, firstHeldAt + 30 * MINUTE_MS)
		if (expiresAt - this.now < MINUTE_MS) {
			guest.hold = null
			return null
		}
		guest.firstHeldAt = firstHeldAt
		guest.hold = { ...this.take(at, lengthOf(guest), guest), expiresAt, renewedAt: null }
		return null
	}

	renew(place: number): Refusal {
		const guest = this.guest(place)
		const held = this.liveHold(guest)
		if (!held) return 'hold_not_renewable'
		if (held.renewedAt !== null) return this.now - held.renewedAt < MINUTE_MS ? null : 'hold_not_renewable'
		const expiresAt = held.expiresAt + 10 * MINUTE_MS
		const isTooLong = expiresAt > (guest.firstHeldAt ?? 0) + 30 * MINUTE_MS
		if (isTooLong || held.expiresAt - this.now > 3 * MINUTE_MS) return 'hold_not_renewable'
		held.renewedAt = this.now
		held.expiresAt = expiresAt
		return null
	}

	setAddOn(place: number, hasAddOn: boolean): Refusal {
		const guest = this.guest(place)
		const held = this.liveHold(guest)
		const until = held ? held.from + lengthOf({ hasAddOn }) : 0
		if (held && hasAddOn !== guest.hasAddOn) {
			const meets = this.busy(held.staff, guest).some(
				(other) => other.from < until && held.from < other.until,
			)
			if (meets || until > this.closesAt) return 'add_on_does_not_fit'
			held.until = until
		}
		guest.hasAddOn = hasAddOn
		return null
	}

	chooseStaff(place: number, choice: string): Refusal {
		const guest = this.guest(place)
		if (guest.choice !== choice) Object.assign(guest, { choice, hold: null, wish: null })
		return null
	}

	book(place: number): Refusal {
		const guest = this.guest(place)
		if (guest.wish === null) return 'missing_date_time'
		const held = this.liveHold(guest)
		if (!held) {
			const refusal = this.refusalOf(guest.wish, lengthOf(guest), guest)
			if (refusal) return refusal
		}
		const { staff, from, until } = held ?? this.take(guest.wish, lengthOf(guest), guest)
		this.appointments.push({ staff, from, until, status: 'SCHEDULED', moves: 0 })
		this.guests[place] = newGuest()
		return null
	}

	cancel(place: number): Refusal {
		const appointment = this.appointments[place]
		if (!appointment) throw new Error(`no visit ${place}`)
		if (appointment.status === 'CANCELLED') return null
		if (appointment.from <= this.now) return 'appointment_not_ahead'
		appointment.status = 'CANCELLED'
		return null
	}

	move(place: number, at: Instant): Refusal {
		const appointment = this.appointments[place]
		if (!appointment) throw new Error(`no visit ${place}`)
		if (appointment.status === 'CANCELLED' || appointment.from <= this.now) return 'appointment_not_ahead'
		if (appointment.from === at) return null
		if (this.now > appointment.from - 120 * MINUTE_MS) return 'too_late_to_move'
		const length = appointment.until - appointment.from
		if (at < this.now + HALF_HOUR) return 'slot_past'
		if (at < this.opensAt || at + length > this.closesAt) return 'slot_outside_hours'
		const meets = this.busy(appointment.staff, appointment).some(
			(other) => other.from < at + length && at < other.until,
		)
		if (meets) return 'slot_taken'
		if (appointment.moves >= 6) return 'too_many_moves'
		Object.assign(appointment, { from: at, until: at + length, moves: appointment.moves + 1 })
		return null
	}

	private refusalOf(at: Instant, length: number, guest: ModelGuest): Refusal {
		if (at < this.now + HALF_HOUR) return 'slot_past'
		if (at < this.opensAt || at + length > this.closesAt) return 'slot_outside_hours'
		return this.freeStaff(at, length, guest).length > 0 ? null : 'slot_taken'
	}

	/** The free person with the least work that day, by name where they are even. */
	private take(at: Instant, length: number, guest: ModelGuest): Taken {
		const work = (staff: string) =>
			this.busy(staff, guest).reduce((sum, { from, until }) => sum + until - from, 0)
		const [staff] = this.freeStaff(at, length, guest).sort((a, b) => work(a) - work(b) || (a < b ? -1 : 1))
		if (staff === undefined) throw new Error('nobody is free')
		return { staff, from: at, until: at + length }
	}

	private freeStaff(at: Instant, length: number, guest: ModelGuest): string[] {
		const wanted = guest.choice === 'any' ? this.staff : [guest.choice]
		return wanted.filter((staff) =>
			this.busy(staff, guest).every((other) => other.until <= at || at + length <= other.from),
		)
	}

	/** All that stands in the way of one guest, or of one visit that is being moved. */
	private busy(staff: string, asker: ModelGuest | ModelAppointment): Taken[] {
		const holds = this.guests.flatMap((guest) => (guest === asker ? [] : (this.liveHold(guest) ?? [])))
		const appointments = this.appointments.filter(
			(appointment) => appointment !== asker && appointment.status !== 'CANCELLED',
		)
		return [...holds, ...appointments].filter((taken) => taken.staff === staff)
	}
}

function newGuest(): ModelGuest {
	return { wish: null, choice: 'any', hasAddOn: false, hold: null, firstHeldAt: null }
}

function lengthOf({ hasAddOn }: Pick<ModelGuest, 'hasAddOn'>): number {
	return (hasAddOn ? 90 : 60) * MINUTE_MS
}
