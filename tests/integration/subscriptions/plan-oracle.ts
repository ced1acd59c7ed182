import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { EntryKind } from '#app/kernel/vocabulary/subscriptions.ts'

/** Of a weekly plan, and of one with a number in all. */
export const WEEKLY = 2
export const TOTAL = 3

export type Period = {
	id: string
	startsAt: Instant
	endsAt: Instant
	pausedAt: Instant | null
	resumesAt: Instant | null
	pauses: number
	isCancelled: boolean
	/** By the Monday of their week, without returned ones. */
	entries: string[]
}
export type Place = {
	id: string
	day: number
	period: Period
	state: 'booked' | 'completed' | 'cancelled'
	bookedAt: Instant
}
type Session = { startsAt: Instant; isCalledOff: boolean }

/** What two people with a plan each may do, and what they have after it, counted as a person would at a desk. */
export class PlanOracle {
	readonly periods: [Period[], Period[]] = [[], []]
	readonly places: [Place[], Place[]] = [[], []]
	readonly late: { day: number; period: Period }[] = []

	constructor(
		readonly kind: EntryKind,
		readonly sessions: Session[],
		readonly capacity: number,
		/** 'YYYY-MM-DD' of the Monday of an instant's week, on the shop's clock. */
		readonly mondayOf: (at: Instant) => string,
		/** An instant some days later on the shop's clock. */
		readonly daysLater: (at: Instant, days: number) => Instant,
	) {}

	covers({ startsAt, endsAt, isCancelled, ...period }: Period, at: Instant) {
		return !isCancelled && startsAt <= at && at < endsAt && !this.isPausedAt(period, at)
	}

	isPausedAt({ pausedAt, resumesAt }: Pick<Period, 'pausedAt' | 'resumesAt'>, at: Instant) {
		return pausedAt !== null && resumesAt !== null && pausedAt <= at && at < resumesAt
	}

	hasEntryLeft({ entries }: Period, at: Instant) {
		if (this.kind === 'total') return entries.length < TOTAL
		if (this.kind === 'weekly')
			return entries.filter((monday) => monday === this.mondayOf(at)).length < WEEKLY
		return true
	}

	/** The period with which a customer can book a session now; null for none, or no seat. */
	bookable(who: 0 | 1, day: number, now: Instant): Period | null {
		const session = this.sessions[day]
		if (!session || session.isCalledOff || session.startsAt <= now) return null
		const kept = this.places.flat().filter((place) => place.day === day && place.state !== 'cancelled')
		if (kept.length >= this.capacity) return null
		if (kept.some((place) => this.places[who].includes(place))) return null
		return (
			this.periods[who].find(
				(period) =>
					this.covers(period, session.startsAt) &&
					period.endsAt > now &&
					!this.isPausedAt(period, now) &&
					this.hasEntryLeft(period, session.startsAt),
			) ?? null
		)
	}

	/** A session that was booked within ten minutes reads as booked when it is asked for again (F26). */
	isRepeat(who: 0 | 1, day: number, now: Instant): boolean {
		return this.places[who].some(
			(place) => place.day === day && place.state === 'booked' && now - place.bookedAt < 10 * MINUTE_MS,
		)
	}

	book(who: 0 | 1, day: number, period: Period, id: string, now: Instant) {
		this.places[who].push({ id, day, period, state: 'booked', bookedAt: now })
		period.entries.push(this.mondayOf(this.startOf(day)))
	}

	cancel(place: Place, now: Instant) {
		place.state = 'cancelled'
		if (now <= this.startOf(place.day) - DAY_MS) this.giveBack(place)
		else this.late.push(place)
	}

	/** Whether the period has something now that a code could check in to (M36). */
	canCheckIn(period: Period, who: 0 | 1, now: Instant): boolean {
		if (!this.covers(period, now)) return false
		return this.openPlace(period, who, now) !== undefined || this.hasEntryLeft(period, now)
	}

	/** Checks in to the booked session that is open now, else by an entry; false when there is neither. */
	checkIn(period: Period, who: 0 | 1, now: Instant): boolean {
		if (!this.canCheckIn(period, who, now)) return false
		const place = this.openPlace(period, who, now)
		if (place) place.state = 'completed'
		else period.entries.push(this.mondayOf(now))
		return true
	}

	/** Moves the end of a period, and what was paid for after it. */
	move(who: 0 | 1, period: Period, days: number) {
		const later = this.periods[who].slice(this.periods[who].indexOf(period) + 1)
		period.endsAt = this.daysLater(period.endsAt, days)
		for (const one of later) {
			if (one.isCancelled) break
			one.startsAt = this.daysLater(one.startsAt, days)
			one.endsAt = this.daysLater(one.endsAt, days)
		}
	}

	/** The places ahead that their period lets in no more. */
	uncovered(who: 0 | 1, now: Instant): Place[] {
		return this.places[who].filter(
			({ day, period, state }) =>
				state === 'booked' && this.startOf(day) > now && !this.covers(period, this.startOf(day)),
		)
	}

	/** Gives them up: with a plan that ends their entries come back, in a pause by the day before. */
	giveUpUncovered(who: 0 | 1, now: Instant, by: 'pause' | 'plan') {
		for (const place of this.uncovered(who, now))
			if (by === 'pause') this.cancel(place, now)
			else {
				place.state = 'cancelled'
				this.giveBack(place)
			}
	}

	callOff(day: number) {
		const session = this.sessions[day]
		if (!session || session.isCalledOff) return
		session.isCalledOff = true
		for (const place of this.places.flat())
			if (place.day === day && place.state === 'booked') {
				place.state = 'cancelled'
				this.giveBack(place)
			}
		// What a late cancellation forfeited comes back too.
		for (const place of this.late) if (place.day === day) this.giveBack(place)
	}

	startOf(day: number): Instant {
		return this.sessions[day]?.startsAt ?? 0
	}

	/** A booked session is open to a check-in from an hour before its start to its end (D48). */
	private openPlace(period: Period, who: 0 | 1, now: Instant): Place | undefined {
		return this.places[who].find(
			({ day, state, period: of }) =>
				state === 'booked' &&
				of === period &&
				this.startOf(day) - HOUR_MS <= now &&
				now < this.startOf(day) + HOUR_MS,
		)
	}

	private giveBack({ day, period }: Pick<Place, 'day' | 'period'>) {
		const at = period.entries.indexOf(this.mondayOf(this.startOf(day)))
		if (at < 0) throw new Error('an entry came back that was not taken')
		period.entries.splice(at, 1)
	}
}
