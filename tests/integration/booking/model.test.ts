import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import { moveAppointment } from '#app/flows/booking/move-appointment.server.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { expectSound } from '#tests/support/auditor.ts'
import { type Guest, newGuest, type TestClock } from '#tests/support/booking-desk.ts'
import { isDeep } from '#tests/support/deep.ts'
import { type BookingDeps, bookingDeps } from '#tests/support/flow-deps.ts'
import { addSmallShop, lagos, type SmallShop, tuesday } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { type Refusal, ShopModel } from './shop-model.ts'

/**
 * Random sequences of everything that guests do, played on the real database and on a simple model side by side: each
 * answer, each hold and each list of times has to be the same. 60 sequences in a sample, 2,000 in a deep run.
 */
const database = withTestDatabase()
const RUNS = isDeep ? 2_000 : 20
const GUESTS = 3
const startsAt = lagos(tuesday, '07:30')
const opensAt = lagos(tuesday, '09:00')

type Real = {
	deps: BookingDeps
	clock: TestClock
	shop: SmallShop
	guests: Guest[]
	appointmentIds: string[]
}

/** A command: the guest whose view is compared afterwards, and what both do. */
function command(name: string, place: number, act: (model: ShopModel, real: Real) => Promise<void>) {
	return {
		check: () => true,
		toString: () => name,
		async run(model: ShopModel, real: Real) {
			await act(model, real)
			await compare(model, real, place)
		},
	}
}

const refusalIn = (outcome: { ok: true } | { ok: false; refusal: string }): Refusal =>
	outcome.ok ? null : outcome.refusal

function guestOf(real: Real, place: number): Guest {
	const customer = real.guests[place]
	if (!customer) throw new Error(`no customer ${place}`)
	return customer
}

async function compare(model: ShopModel, real: Real, place: number) {
	const guest = model.guest(place)
	const customer = guestOf(real, place)
	const [appointment, times] = await Promise.all([customer.readDraft(), customer.times()])
	const slots = times?.days.find((day) => day.date === tuesday)?.slots ?? []
	expect(new Map(slots.map((slot) => [slot.startsAt, slot.free])), 'the times that are listed').toEqual(
		model.listed(guest),
	)
	const held = model.liveHold(guest)
	const seen = appointment?.hold && {
		from: appointment.hold.startsAt,
		expiresAt: appointment.hold.expiresAt,
		staff: appointment.hold.staff[0]?.staffMemberId,
	}
	expect(seen ?? null, 'the hold').toEqual(
		held && { from: held.from, expiresAt: held.expiresAt, staff: held.staff },
	)
}

/** The place of an earlier booked visit, by any number; null without one. */
const pick = (model: ShopModel, number: number) =>
	model.appointments.length === 0 ? null : number % model.appointments.length

const place = fc.nat(GUESTS - 1)
/** From 8:30, which is too early, to 17:30, which is too late. */
const time = fc.nat(18).map((step): Instant => opensAt + (step - 1) * 30 * MINUTE_MS)
const commands = [
	fc.tuple(place, time).map(([who, at]) =>
		command(
			`guest ${who} holds ${new Date(at + 3_600_000).toISOString().slice(11, 16)}`,
			who,
			async (model, real) => {
				expect(refusalIn(await guestOf(real, who).hold(at))).toBe(model.hold(who, at))
			},
		),
	),
	place.map((who) =>
		command(`guest ${who} renews`, who, async (model, real) => {
			expect(refusalIn(await guestOf(real, who).renew())).toBe(model.renew(who))
		}),
	),
	fc.tuple(place, fc.boolean()).map(([who, hasAddOn]) =>
		command(`guest ${who} ${hasAddOn ? 'adds' : 'removes'} the wash`, who, async (model, real) => {
			const addOnIds = hasAddOn ? [real.shop.idOf('wash')] : []
			const before = model.guest(who).hasAddOn
			const saved = await guestOf(real, who).save({ addOnIds })
			expect(refusalIn(saved)).toBe(model.setAddOn(who, hasAddOn))
			// Refused, the page shows the add-ons as they were, and the next post sends them so.
			if (!saved.ok) await guestOf(real, who).save({ addOnIds: before ? [real.shop.idOf('wash')] : [] })
		}),
	),
	fc.tuple(place, fc.constantFrom('any', 'Ada', 'Bola')).map(([who, choice]) =>
		command(`guest ${who} wants ${choice}`, who, async (model, real) => {
			const staff = choice === 'any' ? 'any' : real.shop.idOf(choice)
			expect(refusalIn(await guestOf(real, who).chooseStaff(staff))).toBe(model.chooseStaff(who, staff))
		}),
	),
	place.map((who) =>
		command(`guest ${who} books`, who, async (model, real) => {
			if (model.guest(who).wish === null) return
			const customer = guestOf(real, who)
			const booked = await customer.book()
			expect(refusalIn(booked)).toBe(model.book(who))
			if (!booked.ok) return
			real.appointmentIds.push(booked.value.appointmentId)
			expect(await customer.book(), 'the same post again').toEqual(booked)
			real.guests[who] = await newGuest(real.deps, real.clock).begin(real.shop.idOf('cut'))
		}),
	),
	fc.tuple(fc.nat(20), place).map(([number, who]) =>
		command(`visit ${number} is cancelled`, who, async (model, real) => {
			const appointment = pick(model, number)
			if (appointment === null) return
			const appointmentId = real.appointmentIds[appointment] ?? ''
			const cancelled = await cancelAppointment(real.deps, {
				by: { kind: 'customer', appointmentId },
				now: real.clock.now,
			})
			expect(refusalIn(cancelled)).toBe(model.cancel(appointment))
		}),
	),
	fc.tuple(fc.nat(20), time, place).map(([number, at, who]) =>
		command(
			`visit ${number} is moved to ${new Date(at + 3_600_000).toISOString().slice(11, 16)}`,
			who,
			async (model, real) => {
				const appointment = pick(model, number)
				if (appointment === null) return
				const appointmentId = real.appointmentIds[appointment] ?? ''
				const moved = await moveAppointment(real.deps, {
					by: { kind: 'customer', appointmentId },
					startsAt: at,
					now: real.clock.now,
				})
				expect(refusalIn(moved)).toBe(model.move(appointment, at))
			},
		),
	),
	fc.tuple(fc.constantFrom(1, 5, 10, 31, 95), place).map(([minutes, who]) =>
		command(`${minutes} minutes pass`, who, async (model, real) => {
			model.now += minutes * MINUTE_MS
			real.clock.now = model.now
		}),
	),
]

test(
	'whatever guests do in whatever order, the database and a simple model never disagree',
	async () => {
		let runs = 0
		await fc.assert(
			fc.asyncProperty(fc.commands(commands, { maxCommands: 24, size: 'max' }), async (sequence) => {
				const deps = bookingDeps(database().url)
				const clock = { now: startsAt }
				const shop = await addSmallShop(database().client, `model${++runs}`, { staff: { Ada: {}, Bola: {} } })
				const guests: Guest[] = []
				for (let i = 0; i < GUESTS; i++) guests.push(await newGuest(deps, clock).begin(shop.idOf('cut')))
				const real: Real = { deps, clock, shop, guests, appointmentIds: [] }
				const staff = ['Ada', 'Bola'].map(shop.idOf)
				const model = new ShopModel({ now: startsAt, opensAt, staff, guests: GUESTS })
				await fc.asyncModelRun(() => ({ model, real }), sequence)

				const rows = await database().rows(
					'SELECT id, staff_member_id, starts_at, ends_at, status FROM appointments WHERE shop_id = ?',
					shop.id,
				)
				const byId = new Map(
					rows.map((row) => [row.id, [row.staff_member_id, row.starts_at, row.ends_at, row.status]]),
				)
				const expected = model.appointments.map((appointment, i) => [
					real.appointmentIds[i],
					[appointment.staff, appointment.from, appointment.until, appointment.status],
				])
				expect([...byId].sort()).toEqual(expected.sort())
				// Auditing the whole database each time would take longer with every sequence.
				if (runs % 20 === 0) await expectSound(database())
			}),
			{ numRuns: RUNS },
		)
	},
	isDeep ? 3_600_000 : 120_000,
)
