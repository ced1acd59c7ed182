import type { ResultSet } from '@libsql/client'
import { type BackgroundDeps, deliveryDeps, withFollowUps } from '#app/after-write.server.ts'
import { createHttpMailProvider } from '#app/domain/messaging/mail-provider.server.ts'
import type { PushSender } from '#app/domain/messaging/push-sender.server.ts'
import { createPaystackProvider } from '#app/domain/payments/paystack/paystack-provider.server.ts'
import type { JobDeps } from '#app/flows/jobs/run-sweeper.server.ts'
import { bookPaidCheckout } from '#app/flows/payments/book-paid-checkout.server.ts'
import type { Purchase } from '#app/flows/payments/settlement.ts'
import { startPaidPlan } from '#app/flows/subscriptions/start-paid-plan.server.ts'
import { DatabaseError, isDatabaseError } from '#app/kernel/database-error.ts'
import type { Clock } from '#app/kernel/instant.ts'
import { createRepositories } from '#app/repositories.server.ts'
import type { Database } from '#db/client.server.ts'
import { onlyProvider } from '#tests/support/flow-deps.ts'
import { type Mode, openDatabaseInProcess, type Send } from './database-in-process.ts'
import type { Fate } from './faults.ts'
import { PAYSTACK_URL, SIMULATED_KEY } from './paystack-in-process.ts'
import type { World } from './world.ts'

/** How long the app waits for a write, and Paystack's and other services' callers for an answer. */
const WRITE_TIMEOUT_MS = 3_500
const CALL_TIMEOUT_MS = 8_000

export const simulatedKeys = ['a key of a simulation alone with more than 32 letters']
/** As the app lists them, without loading one when it is first bought: that takes the machine's time. */
const purchases: readonly Purchase[] = [
	{ kind: 'appointment', settle: bookPaidCheckout },
	{ kind: 'plan', settle: startPaidPlan },
]

export const APP_ORIGIN = 'https://wakati.example'
/** When shops are paid, on their clocks. */
export const PAYOUT_HOUR = 19

/** What flows and jobs get in a request. */
export type RequestDeps = Omit<JobDeps, 'onlinePayments'> & {
	/** For what the operator's program alone reads. */
	read: Database['read']
	/** What a page may be read from that need not be the newest. */
	readReplica: Database['read']
	onlinePayments: NonNullable<JobDeps['onlinePayments']>
	pause: (milliseconds: number) => Promise<void>
	waitUntil: (work: Promise<unknown>) => void
	now: Clock
}

/** The Worker died, so that no answer came. */
const DIED = Symbol('died')

/** What one request was answered; null: nothing, because it died or met a fault. */
export type Answered<Answer> = { answer: Answer } | null

/**
 * One request of the Worker, or one run of the cron, with what a composition root gives it: each trip and call waits
 * in simulated time and meets its `fate`. A throw that no fault explains is a find.
 */
export async function makeRequest<Answer>(
	world: World,
	name: string,
	fate: Fate,
	act: (deps: RequestDeps) => Promise<Answer>,
	{ isCron = false } = {},
): Promise<Answered<Answer>> {
	let isDead = false
	let hasMetFault = false
	let die = () => {}
	const died = new Promise<typeof DIED>((resolve) => {
		die = () => {
			isDead = true
			resolve(DIED)
		}
	})
	const never = new Promise<never>(() => {})
	const now = () => world.now() + fate.skewMs

	async function trip(mode: Mode, send: Send): Promise<ResultSet[]> {
		if (isDead) return never
		const fault = fate.nextTripFault(mode)
		if (fault) {
			hasMetFault = true
			world.met(name, `${mode} ${fault}`)
		}
		await world.until(world.now() + fate.latencyMs())
		if (isDead) return never
		const sent = async () => {
			if (mode === 'write') world.wrote(name)
			const results = await send()
			if (mode === 'write' && isCron) await world.onCronWrite()
			return results
		}
		switch (fault) {
			case 'refused':
				throw new DatabaseError('busy', 'the database was busy')
			case 'lost-before':
				throw new DatabaseError('unknown', 'no answer')
			case 'unanswered':
				// The library throws where a statement of a write has no answer, also where no result of it is used.
				if (mode === 'write') throw new DatabaseError('unknown', 'a statement was not answered')
				return []
			case 'died-before':
				die()
				return never
			case 'died-after':
				await sent().catch(() => {})
				die()
				return never
			case 'lost-after':
				await sent().catch(() => {})
				await world.until(world.now() + WRITE_TIMEOUT_MS)
				throw new DatabaseError('unknown', 'no answer')
			case 'late-write':
				world.begin(`${name}, late`, async () => {
					await world.until(world.now() + fate.lateByMs())
					await sent().catch(() => {})
				})
				await world.until(world.now() + WRITE_TIMEOUT_MS)
				throw new DatabaseError('unknown', 'no answer')
			default:
				return sent()
		}
	}

	/** A call of an outside service: `answer` is asked where it arrives, with its fault. */
	async function call(what: string, answer: (fault: 'fail' | 'refuse' | 'odd' | null) => Promise<Response>) {
		if (isDead) return never
		const fault = fate.nextCallFault()
		if (fault) {
			hasMetFault = true
			world.met(name, `${what} ${fault}`)
		}
		await world.until(world.now() + fate.latencyMs() * 4)
		if (isDead) return never
		if (fault === 'silent' || fault === 'silent-after') {
			if (fault === 'silent-after') await answer(null)
			await world.until(world.now() + CALL_TIMEOUT_MS)
			throw new DOMException('The operation timed out.', 'TimeoutError')
		}
		return answer(fault)
	}

	const waitUntil = (work: Promise<unknown>) => {
		work.catch((error) => judgeThrown(error))
	}
	function judgeThrown(error: unknown) {
		const isExplained =
			hasMetFault && isDatabaseError(error) && (error.kind === 'busy' || error.kind === 'unknown')
		if (!isExplained) world.find(`${name} threw ${describe(error)}`)
	}

	const afterTurn = (work: () => void) => world.afterTurn(work)
	const database = () => openDatabaseInProcess(world.sql, { trip, afterTurn })
	const settings = { appOrigin: APP_ORIGIN, supportContact: 'help@wakati.example', cookieKeys: simulatedKeys }
	const provider = createPaystackProvider({
		baseUrl: PAYSTACK_URL,
		checkoutOrigin: PAYSTACK_URL,
		secretKeys: [SIMULATED_KEY],
		fetch: (url: string, init: RequestInit) =>
			call('Paystack', (fault) => world.askPaystack(url, init, fault)),
	})
	const onlinePayments: RequestDeps['onlinePayments'] = {
		...onlyProvider(provider),
		payouts: { isByTransfer: true, hour: PAYOUT_HOUR, minimumKobo: 1_000_00 },
		mode: 'test',
		channels: ['card', 'bank_transfer', 'ussd'],
		minimumKobo: 100_00,
		appOrigin: APP_ORIGIN,
		linkKeys: simulatedKeys,
	}
	const push: PushSender = {
		publicKey: '',
		send: async (to) => {
			try {
				const { status } = await call('push', (fault) => world.takePush(to.endpoint, fault))
				return status === 410
					? { outcome: 'ended' }
					: status === 201
						? { outcome: 'taken' }
						: { outcome: 'refused', why: `HTTP ${status}` }
			} catch {
				return { outcome: 'refused', why: 'TimeoutError' }
			}
		},
	}
	const mailProvider = createHttpMailProvider({
		apiUrl: 'https://mail.example',
		apiKey: 'key',
		from: 'bookings@wakati.example',
		fetch: (url, init) => call('mail', (fault) => world.takeMail(url, init, fault)),
	})
	const surroundings: BackgroundDeps = {
		settings,
		services: { onlinePayments, mailProvider, push, photoStore: null, thumbnailDrawer: null },
		pace: world.pace,
		open: database,
		waitUntil,
		now,
		log: world.log,
	}
	const { writeBatch, read } = database()
	const deps: RequestDeps = {
		...createRepositories({ read, writeBatch }),
		read,
		readReplica: openDatabaseInProcess(world.replica, { trip, afterTurn }).read,
		writeBatch: isCron ? writeBatch : withFollowUps(writeBatch, surroundings),
		onlinePayments,
		purchases,
		delivery: deliveryDeps(surroundings),
		webhookRules: { ownOrigins: [APP_ORIGIN], isProduction: true },
		post: (url, init) => call('shop', (fault) => world.takeDelivery(url, init, fault)),
		log: world.log,
		now,
		waitUntil,
		pause: (milliseconds) => world.until(world.now() + milliseconds),
	}

	try {
		const answer = await Promise.race([act(deps), died])
		return answer === DIED ? null : { answer }
	} catch (error) {
		judgeThrown(error)
		return null
	}
}

function describe(error: unknown): string {
	if (isDatabaseError(error)) return `${error.kind}: ${error.message}`
	return error instanceof Error
		? (error.stack ?? error.message).split('\n').slice(0, 4).join(' | ')
		: String(error)
}
