import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { PseudoRandom } from '#db/seed/pseudo-random.ts'
import { fateOf, type Rough } from './faults.ts'
import { makeRequest, type RequestDeps } from './request.ts'
import type { World } from './world.ts'

/** One story of a history: it acts alone, and all its chance is its own, so that it is the same without the others. */
export type StoryPlan = { id: string; kind: string; startsAt: Instant; hasFaults: boolean }

/** What a story is told with: its own chance, its own time, and its requests. */
export type Teller = {
	name: string
	random: PseudoRandom
	now(): Instant
	wait(milliseconds: number): Promise<void>
	until(at: Instant): Promise<void>
	/** Sends a request; null where no answer came. */
	ask<Answer>(
		what: string,
		act: (deps: RequestDeps, now: Instant) => Promise<Answer>,
		rough?: Rough,
	): Promise<Answer | null>
	/** As `ask`, pressed twice at once or again much later by chance; gives each answer that came. */
	press<Answer>(what: string, act: (deps: RequestDeps, now: Instant) => Promise<Answer>): Promise<Answer[]>
	/** Does both at once. */
	together(...acts: (() => Promise<unknown>)[]): Promise<void>
	/** What must hold of what was answered. */
	expect(isTrue: boolean, otherwise: string): void
}

/** How often a button is pressed twice, and how often a request without an answer is sent again. */
const DOUBLE_PRESS = 0.15
const PRESSED_AGAIN = 0.7

export function createTeller(world: World, plan: StoryPlan, areFaultsOver: () => boolean): Teller {
	const { id } = plan
	const random = world.random(`story ${id}`)
	const hasFaults = () => plan.hasFaults && !areFaultsOver()
	let requests = 0

	async function ask<Answer>(
		what: string,
		act: (deps: RequestDeps, now: Instant) => Promise<Answer>,
		rough?: Rough,
	): Promise<Answer | null> {
		const number = ++requests
		const fate = fateOf(world.random(`request ${id} ${number}`), hasFaults, rough)
		const name = `${id}: ${what}`
		const answered = await makeRequest(world, name, fate, (deps) => act(deps, deps.now()), {
			isCron: plan.kind === 'cron',
		})
		world.note(`${name} = ${answered === null ? 'no answer' : shortText(answered.answer)}`)
		return answered === null ? null : answered.answer
	}

	const teller: Teller = {
		name: id,
		random,
		now: world.now,
		wait: (milliseconds) => world.until(world.now() + milliseconds),
		until: (at) => world.until(at),
		ask,
		async press(what, act) {
			const isDouble = random.chance(DOUBLE_PRESS)
			const laterMs = random.pick([0, 40, 300, MINUTE_MS, 25 * HOUR_MS])
			const isPatient = random.chance(PRESSED_AGAIN)
			const answers: (Awaited<ReturnType<typeof act>> | null)[] = []
			const again = async () => {
				await teller.wait(laterMs)
				answers.push(await ask(`${what} (again)`, act))
			}
			const isMuchLater = laterMs > MINUTE_MS
			// A page that was left open is sent once more the next day: the story does not wait for it.
			if (isDouble && isMuchLater) world.begin(`${id}, much later`, again)
			const twice = isDouble && !isMuchLater ? again() : null
			answers.push(await ask(what, act))
			await twice
			if (answers.every((answer) => answer === null) && isPatient) {
				await teller.wait(10_000)
				answers.push(await ask(`${what} (once more)`, act))
			}
			return answers.filter((answer) => answer !== null)
		},
		async together(...acts) {
			await Promise.all(acts.map((act) => act()))
		},
		expect(isTrue, otherwise) {
			if (!isTrue) world.find(`${id}: ${otherwise}`)
		},
	}
	return teller
}

function shortText(answer: unknown): string {
	const text =
		JSON.stringify(answer, (_, value) => (typeof value === 'bigint' ? String(value) : value)) ?? 'nothing'
	return text.length > 300 ? `${text.slice(0, 300)}…` : text
}
