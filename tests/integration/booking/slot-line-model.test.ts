import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSpent, slotWaitState } from '#app/domain/booking/wait/slot-wait.ts'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { isQuietAt } from '#app/kernel/quiet-hours.server.ts'
import { type Guest, newGuest, withBookingDesk } from '#tests/support/booking-desk.ts'
import { isDeep } from '#tests/support/deep.ts'
import { newWaiter, runLines, type Waiter } from '#tests/support/slot-line-desk.ts'
import { lagos, tuesday } from '#tests/support/small-shop.ts'

/**
 * Random joins, bookings, cancellations, leavings and minutes, on the real database. After each run of the job
 * outside quiet hours no customer with a proven address waits while the page of times shows a fitting one, until two
 * were held for them. 6 sequences in a sample, 400 in a deep run. The database is audited at the end: no start is
 * held twice.
 */
const RUNS = isDeep ? 400 : 6
const desk = withBookingDesk('line-model')
const deps = () => desk.deps
const zone = 'Africa/Lagos'

const place = fc.nat({ max: 7 })
const step = fc.oneof(
	{ weight: 3, arbitrary: fc.record({ act: fc.constant('join' as const), place }) },
	{ weight: 2, arbitrary: fc.record({ act: fc.constant('book' as const), place }) },
	{ weight: 4, arbitrary: fc.record({ act: fc.constant('cancel' as const), place }) },
	{ weight: 1, arbitrary: fc.record({ act: fc.constant('leave' as const), place }) },
	{ weight: 1, arbitrary: fc.record({ act: fc.constant('take' as const), place }) },
	{ weight: 5, arbitrary: fc.record({ act: fc.constant('wait' as const), place }) },
)
/** Minutes that pass before a run of the job. */
const minutes = [1, 1, 5, 14, 15, 16, 60, 600]

test('outside quiet hours nobody waits while a time that fits them is free and held for nobody', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
			desk.clock.now = lagos('2026-11-23', '12:00')
			const shop = await desk.newShop({
				hours: [540, 720],
				staff: { Ada: {}, Bola: { hours: [600, 660] } },
				services: { cut: {}, braids: { minutes: 90, bufferMinutes: 30 } },
			})
			const idOf = (number: number) => shop.idOf(number % 2 === 0 ? 'cut' : 'braids')
			const staffOf = (number: number) => (number % 3 === 0 ? shop.idOf('Ada') : 'any')
			const look = (serviceId: string, staff: string) => newGuest(deps(), desk.clock).begin(serviceId, staff)
			const lookers = new Map<string, Promise<Guest>>()
			const freeTimes = async (serviceId: string, staff: string): Promise<Instant[]> => {
				const key = `${serviceId} ${staff}`
				const looker = lookers.get(key) ?? look(serviceId, staff)
				lookers.set(key, looker)
				const days = (await (await looker).times())?.days ?? []
				return days
					.filter((day) => day.date === tuesday)
					.flatMap((day) => day.slots.filter(({ free }) => free).map(({ startsAt }) => startsAt))
			}
			const appointments: string[] = []
			const bookFirst = async (number: number) => {
				const guest = await look(idOf(number), 'any')
				const [start] = await freeTimes(idOf(number), 'any')
				if (start === undefined || !(await guest.hold(start)).ok) return false
				const booked = await guest.book()
				if (booked.ok) appointments.push(booked.value.appointmentId)
				return booked.ok
			}
			while (await bookFirst(0));

			const line: { waiter: Waiter; serviceId: string; staff: string }[] = []
			for (const { act, place: number } of steps) {
				const somebody = line[number % Math.max(1, line.length)]
				if (act === 'join') {
					const wish = { serviceId: idOf(number), staff: staffOf(number) }
					const isProven = number !== 5
					const waiter = await newWaiter(deps, desk.clock, { ...wish, date: tuesday, isProven })
					if (waiter.joined.ok) line.push({ waiter, ...wish })
				}
				if (act === 'book') await bookFirst(number)
				if (act === 'cancel') {
					const [appointmentId] = appointments.splice(number % Math.max(1, appointments.length), 1)
					if (appointmentId)
						await cancelAppointment(deps(), { by: { kind: 'customer', appointmentId }, now: desk.clock.now })
				}
				if (act === 'leave') await somebody?.waiter.leave()
				if (act === 'take') await somebody?.waiter.bookFrom()
				if (act !== 'wait') continue
				desk.clock.now += (minutes[number] ?? 1) * MINUTE_MS
				await runLines(deps(), desk.clock)
				// An offer is not made so late that its message would wait for the morning.
				const isLate = isQuietAt(zone, desk.clock.now + 2 * MINUTE_MS)
				if (isLate || isQuietAt(zone, desk.clock.now) || desk.clock.now > lagos(tuesday, '09:00')) continue
				const seen = new Map<string, Instant[]>()
				for (const { waiter, serviceId, staff } of line) {
					const wait = await waiter.place()
					if (!wait?.isProven) continue
					const state = slotWaitState(wait, desk.clock.now)
					if (isSpent(wait) || (state !== 'waiting' && state !== 'missed')) continue
					const key = `${serviceId} ${staff}`
					const free = seen.get(key) ?? (await freeTimes(serviceId, staff))
					seen.set(key, free)
					expect(free, `the times for ${key}`).toEqual([])
				}
			}
			// A held start is where no other visit can be; the auditor looks at the calendar as well.
			const held = await Promise.all(line.map(({ waiter }) => waiter.heldStart()))
			expect(held.filter((start) => start !== null).length).toBeLessThanOrEqual((2 * (3 * HOUR_MS)) / HOUR_MS)
		}),
		{ numRuns: RUNS },
	)
}, 600_000)
