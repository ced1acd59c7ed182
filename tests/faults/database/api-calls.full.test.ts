import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#app/kernel/id.server.ts'
import { type FaultKind, faultKinds } from '#scripts/site/trip.ts'
import { type ApiDesk, addressOf, openApiDesk } from '#tests/support/api/api-desk.ts'
import { goodRequests } from '#tests/support/api/good-requests.ts'
import { isDeep } from '#tests/support/deep.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

// Without mail, whose deliveries would be counted with a call's own trips.
const site = withTestSite({ MAIL_API_KEY: undefined })
let desk: ApiDesk
beforeAll(async () => {
	desk = await openApiDesk(site().database, site().url)
})
/** Every key has three hundred requests a minute. */
beforeEach(() => site().database.change(`DELETE FROM rate_limits WHERE kind = 'api-key'`))
afterEach(() => site().proxy.heal())

const changes = Object.entries(goodRequests)
	.map(([name, makeGood]) => ({ name, makeGood }))
	.filter(({ name }) => !name.startsWith('GET '))
const sample = ['hand-over', 'move', 'complete'].map((deed) => `POST /appointments/{reference}/${deed}`)

/** All kinds in a deep run; else the kind that causes most repeats, and another for each trip. */
const quickKinds = ['truncate', 'busy', 'drop-before', 'bad-gateway', 'garbage'] as const
const kindsFor = (trip: number): readonly FaultKind[] =>
	isDeep ? faultKinds : ['drop-after', ...quickKinds.slice(trip % quickKinds.length).slice(0, 1)]

/** What an act on a visit changes, once. */
const stateOf = async (reference: string | undefined) =>
	(
		await site().database.rows(
			`SELECT status, calendar_sequence, completions, move_count, segment_count - (SELECT count(*) FROM calendar_entries
				WHERE appointment_id = visit.id) AS lacks FROM appointments visit WHERE reference_number = ?`,
			reference ?? '',
		)
	)[0]

test.each(changes.filter(({ name }) => isDeep || sample.includes(name)))(
	'F26: after one failed trip of $name it is done once, and its answer or the next says so',
	async ({ name, makeGood }) => {
		const [method = '', path = ''] = name.split(' ')
		const newRequest = async () => {
			const good = await makeGood(desk)
			const request = { method, path: addressOf(path, good), body: good.body, idempotencyKey: newId() }
			return { request, reference: good.path?.reference }
		}
		const first = await newRequest()
		const { value: well, trips } = await site().proxy.during(() => desk.ask(first.request))
		expect(well.status, well.text).toBeLessThan(300)
		const done = await stateOf(first.reference)
		for (let trip = 1; trip <= trips.length; trip++)
			for (const kind of kindsFor(trip)) {
				const { request, reference } = await newRequest()
				site().proxy.inject({ kind, onTrip: trip })
				const answer = await desk.ask(request)
				site().proxy.heal()
				const again = await desk.ask(request)
				const told = `${kind} on trip ${trip}: ${answer.status} ${answer.text}, then ${again.status} ${again.text}`
				expect(await stateOf(reference), told).toEqual(done)
				if (answer.status !== well.status)
					expect(['busy', 'not_saved', 'answer_not_known'], told).toContain(answer.json?.code)
				if (again.status !== well.status) expect(again.json?.code, told).toBe('answer_not_known')
			}
	},
)
