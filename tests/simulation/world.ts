import { createHash } from 'node:crypto'
import { type ByteSource, replaceByteSource } from '#app/kernel/chance.server.ts'
import type { Clock, Instant } from '#app/kernel/instant.ts'
import { createPace, type Pace } from '#app/kernel/pace.server.ts'
import { type PseudoRandom, pseudoRandom } from '#db/seed/pseudo-random.ts'
import type { ReceivedMail } from '#scripts/sandbox/mail-pages.ts'
import type { PaystackBehaviour } from '#scripts/sandbox/paystack-behaviours.ts'
import type { SandboxTransfer } from '#scripts/sandbox/sandbox-transfer.ts'
import type { Engine } from './engine-in-process.ts'
import type { CallFault } from './faults.ts'
import { createMailInProcess } from './mail-in-process.ts'
import { createPaystackInProcess, type PaystackInProcess, type SignedEvent } from './paystack-in-process.ts'
import { isRendering } from './rendering.ts'
import { createScheduler } from './scheduler.ts'
import { startScratchInProcess } from './scratch-in-process.ts'
import { seededBytes } from './seeded-bytes.ts'
import { watchSubtleWork } from './subtle-work.ts'

/** The host of a shop's program that takes nothing. */
export const GONE_PROGRAM = 'gone.example'

type AnswerFault = Extract<CallFault, 'fail' | 'refuse' | 'odd'> | null

/** Something that is not as it has to be, with the simulated time at which it was seen. */
export type Find = { at: Instant; what: string }

/** One simulated installation: its time, database and outside services, and what was seen of it. */
export type World = {
	seed: string
	random(use: string): PseudoRandom
	now: Clock
	readonly steps: number
	until(at: Instant): Promise<void>
	afterTurn(work: () => void): void
	/** Work that goes on beside everything else, with chance of its own by its name. A throw is a find. */
	begin(name: string, work: () => Promise<unknown>): void
	run(afterStep: () => Promise<void>, isOver?: () => boolean): Promise<void>
	sql: Engine
	/** The database as it was at some time: pages may be read from it. */
	replica: Pick<Engine, 'batch'>
	renewReplica(): void
	pace: Pace
	paystack: PaystackInProcess
	/** What was sent to whom, oldest first. */
	mails: ReceivedMail[]
	/** Ids of deliveries that shops' programs took. */
	deliveries: string[]
	askPaystack(url: string, init: RequestInit, fault: AnswerFault): Promise<Response>
	takeMail(url: string, init: RequestInit, fault: AnswerFault): Promise<Response>
	takePush(endpoint: string, fault: AnswerFault): Promise<Response>
	takeDelivery(url: string, init: RequestInit, fault: AnswerFault): Promise<Response>
	wrote(name: string): void
	met(name: string, fault: string): void
	log(line: string): void
	/** Lines of the log that call for the operator. */
	alerts: string[]
	/** A line of the history, which the same seed gives again. */
	note(line: string): void
	find(what: string): void
	readonly finds: readonly Find[]
	readonly faults: number
	readonly requests: number
	/** Of all that was noted until now. */
	historyHash(): string
	/** Lines of the history, where they are kept. */
	readonly lines: readonly string[]
	/** Paystack's webhooks go here. */
	onEvent: (event: SignedEvent) => void
	/** Told of each transfer that Paystack takes, at once. */
	onTransfer: (transfer: SandboxTransfer) => void
	/** Called when a write of the cron was taken, before anything else goes on. */
	onCronWrite: () => Promise<void>
	remove(): void
}

/** An empty installation at that time. One at a time in a process: chance and the clock of `jose` are the process's. */
export async function createWorld(
	seed: string,
	startsAt: Instant,
	{ keepsLines = false } = {},
): Promise<World> {
	const subtle = watchSubtleWork()
	const threads = { isBusy: () => subtle.isBusy() || isRendering(), ended: subtle.ended }
	const scheduler = createScheduler(startsAt, threads)
	// By owner, so that a story has its ids also where others are left out.
	const bytesOf = new Map<string, ByteSource>()
	const restoreBytes = replaceByteSource((count) => {
		const { owner } = scheduler
		const source = bytesOf.get(owner) ?? seededBytes(`${seed}: ${owner}`)
		bytesOf.set(owner, source)
		return source(count)
	})
	const { now, until } = scheduler
	const scratch = await startScratchInProcess()
	const hash = createHash('sha256')
	const finds: Find[] = []
	const lines: string[] = []
	const mails: ReceivedMail[] = []
	const deliveries: string[] = []
	const alerts: string[] = []
	let faults = 0
	let requests = 0

	const note = (line: string) => {
		const text = `${now() - startsAt} ${line}\n`
		hash.update(text)
		if (keepsLines) lines.push(text)
	}
	const find = (what: string) => {
		note(`find: ${what}`)
		finds.push({ at: now(), what })
	}
	const begin = (name: string, work: () => Promise<unknown>) =>
		scheduler.begin(name, () => {
			work().catch((error) => find(`a story broke: ${error instanceof Error ? error.stack : error}`))
		})
	const mail = createMailInProcess((one) => mails.push({ ...one, receivedAt: new Date(now()) }))
	const behaviours: Record<'fail' | 'refuse' | 'odd', Partial<PaystackBehaviour>> = {
		fail: {
			initialize: 'fail',
			verify: 'fail',
			refund: 'fail',
			transfer: 'fail',
			transferVerify: 'fail',
		},
		refuse: {
			initialize: 'refuse',
			verify: 'html',
			refund: 'fail',
			transfer: 'no-balance',
			transferVerify: 'html',
		},
		odd: {
			initialize: 'no-url',
			verify: 'pending',
			refund: 'lose',
			transfer: 'lose',
			transferVerify: 'pending',
		},
	}

	const world: World = {
		seed,
		random: (use) => pseudoRandom(`${seed}: ${use}`),
		now,
		get steps() {
			return scheduler.steps
		},
		until,
		afterTurn: scheduler.afterTurn,
		begin,
		run: scheduler.run,
		sql: scratch,
		replica: scratch.replica,
		renewReplica: scratch.renewReplica,
		pace: createPace({ perSecond: 10, now, wait: (milliseconds) => until(now() + milliseconds) }),
		paystack: createPaystackInProcess(
			{ now, until },
			(use) => pseudoRandom(`${seed}: ${use}`),
			(event) => world.onEvent(event),
			(transfer) => world.onTransfer(transfer),
		),
		mails,
		deliveries,
		async askPaystack(url, init, fault) {
			const answer = await world.paystack.answer(url, init, fault ? behaviours[fault] : {})
			if (answer === 'cut') throw new TypeError('the line was cut')
			return new Response(answer.body, {
				status: answer.status,
				headers: { 'content-type': answer.contentType },
			})
		},
		takeMail: (url, init, fault) =>
			mail.answer(
				url,
				init,
				fault === null ? 'answer' : fault === 'odd' ? 'lose' : fault === 'refuse' ? 'limit' : 'fail',
			),
		async takePush(_, fault) {
			return new Response(null, { status: fault === null ? 201 : fault === 'odd' ? 410 : 500 })
		},
		async takeDelivery(url, init, fault) {
			if (new URL(url).hostname === GONE_PROGRAM) return new Response(null, { status: 500 })
			if (fault === null) deliveries.push(String(new Headers(init.headers).get('wakati-delivery')))
			return new Response(null, { status: fault === null ? 200 : 500 })
		},
		wrote(name) {
			requests++
			note(`${name} writes`)
		},
		met(name, fault) {
			faults++
			note(`${name} meets ${fault}`)
		},
		log(line) {
			note(`log: ${line}`)
			if (line.startsWith('ALERT ')) alerts.push(line)
		},
		alerts,
		note,
		find,
		finds,
		get faults() {
			return faults
		},
		get requests() {
			return requests
		},
		historyHash: () => hash.copy().digest('hex'),
		lines,
		onEvent: () => {},
		onTransfer: () => {},
		onCronWrite: async () => {},
		remove() {
			subtle.stop()
			restoreBytes()
			scratch.remove()
		},
	}
	return world
}
