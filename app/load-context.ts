import type { AppLoadContext } from '@remix-run/cloudflare'
import { type Database, openDatabase } from '../db/client.server.ts'
import { isDatabaseError } from '../db/database-error.server.ts'
import { noteJobRun } from '../db/job-runs.server.ts'
import { type Readiness, readReadiness } from '../db/readiness.server.ts'
import {
	type AvailabilityRepository,
	createAvailabilityRepository,
} from './domain/availability/availability-repository.server.ts'
import {
	type AppointmentRepository,
	createAppointmentRepository,
} from './domain/booking/appointment-repository.server.ts'
import {
	type CheckoutRepository,
	createCheckoutRepository,
} from './domain/booking/checkout-repository.server.ts'
import { type ClientRepository, createClientRepository } from './domain/booking/client-repository.server.ts'
import { createDraftRepository, type DraftRepository } from './domain/booking/draft-repository.server.ts'
import { createHoldRepository, type HoldRepository } from './domain/booking/hold-repository.server.ts'
import {
	createOwnDataRepository,
	type OwnDataRepository,
} from './domain/booking/own-data-repository.server.ts'
import {
	createOwnVisitRepository,
	type OwnVisitRepository,
} from './domain/booking/own-visit-repository.server.ts'
import {
	createDiscoveryRepository,
	type DiscoveryRepository,
} from './domain/discovery/discovery-repository.server.ts'
import {
	createFavoriteRepository,
	type FavoriteRepository,
} from './domain/discovery/favorite-repository.server.ts'
import {
	createOwnReviewRepository,
	type OwnReviewRepository,
} from './domain/discovery/own-review-repository.server.ts'
import {
	type AccountRepository,
	createAccountRepository,
} from './domain/identity/account-repository.server.ts'
import { createGuessRepository, type GuessRepository } from './domain/identity/guess-repository.server.ts'
import {
	createProfileRepository,
	type ProfileRepository,
} from './domain/identity/profile-repository.server.ts'
import {
	createSessionRepository,
	type SessionRepository,
} from './domain/identity/session-repository.server.ts'
import {
	type AccountMailRepository,
	createAccountMailRepository,
} from './domain/messaging/account-mail-repository.server.ts'
import { chooseMailProvider } from './domain/messaging/choose-mail-provider.server.ts'
import type { MailProvider } from './domain/messaging/mail-provider.server.ts'
import { createOutboxRepository, type OutboxRepository } from './domain/messaging/outbox-repository.server.ts'
import { queuesMessage } from './domain/messaging/queuing-statement.server.ts'
import type { OnlinePayments } from './domain/payments/online-payments.server.ts'
import {
	createOwnPaymentRepository,
	type OwnPaymentRepository,
} from './domain/payments/own-payment-repository.server.ts'
import {
	createPaymentRepository,
	type PaymentRepository,
} from './domain/payments/payment-repository.server.ts'
import { createPaystackGateway } from './domain/payments/paystack-gateway.server.ts'
import { createRefundRepository, type RefundRepository } from './domain/payments/refund-repository.server.ts'
import { refundOf } from './domain/payments/refunding-statement.server.ts'
import {
	createWebhookRepository,
	type WebhookRepository,
} from './domain/payments/webhook-repository.server.ts'
import { readSettings, type Settings } from './env.server.ts'
import { deliverAllDue } from './flows/deliver-all-due.server.ts'
import { type DeliverMessagesDeps, deliverMessages } from './flows/deliver-messages.server.ts'
import { sendRefund } from './flows/send-refunds.server.ts'
import { errorLine } from './http/error-line.ts'
import { type FirstSieve, firstSieve } from './http/first-sieve.server.ts'
import { networkKey } from './http/network-key.server.ts'
import { unavailable } from './http/unavailable.ts'
import { newId } from './kernel/id.server.ts'
import type { Clock } from './kernel/instant.ts'
import { brandName } from './ui/brand.tsx'

/** The platform's half, the same shape from the Worker and from the development server. */
type Platform = {
	request: Request
	context: { cloudflare: { env: object; ctx: Pick<ExecutionContext, 'waitUntil'> } }
}

declare module '@remix-run/cloudflare' {
	interface AppLoadContext {
		settings: Settings
		/** Names this request in the log and on the error page. */
		requestId: string
		/** Allows this response's own inline scripts and styles. */
		cspNonce: string
		now: Clock
		/** The customer asked for less data, or the line is slow. */
		saveData: boolean
		/** Stands for the caller's network address; null when it is not known. */
		networkKey: string | null
		/** The request was a form of another site: all it gets is the page that says so. */
		isForeignPost: boolean
		/** Work that may go on after the answer is sent. */
		waitUntil: (work: Promise<unknown>) => void
		drafts: DraftRepository
		holds: HoldRepository
		appointments: AppointmentRepository
		checkouts: CheckoutRepository
		payments: PaymentRepository
		ownPayments: OwnPaymentRepository
		refunds: RefundRepository
		webhooks: WebhookRepository
		/** Null where paying online is not set up: then it is not offered. */
		paystack: OnlinePayments | null
		/** Waits. */
		pause: (milliseconds: number) => Promise<void>
		/** Gets a line for the operator: references and codes, nothing about a person. */
		log: (line: string) => void
		ownVisits: OwnVisitRepository
		ownData: OwnDataRepository
		availability: AvailabilityRepository
		outbox: OutboxRepository
		discovery: DiscoveryRepository
		favorites: FavoriteRepository
		ownReviews: OwnReviewRepository
		accounts: AccountRepository
		sessions: SessionRepository
		profiles: ProfileRepository
		guesses: GuessRepository
		clients: ClientRepository
		accountMails: AccountMailRepository
		/** Whether the platform's own counter lets this network try something that can be guessed. */
		passesFirstSieve: FirstSieve
		writeBatch: Database['writeBatch']
		readReadiness: () => Promise<Readiness>
		/** Who carries mails; 'off' when a setting of it is missing: then messages wait. */
		mail: 'http' | 'cloudflare' | 'off'
	}
}

/** How many waiting messages one request sends beside its answer. */
const DELIVERED_AFTER_REQUEST = 5

/** The composition root: what a request needs, built once per request. */
export function getLoadContext({ request, context }: Platform): AppLoadContext {
	const { env, ctx } = context.cloudflare
	const settings = readSettings({ ...env })
	const requestId = newId()
	const network = () => networkKey(request, settings.cookieKeys[0] ?? '')
	const given = services(answeringFailures(openDatabase(settings.database), requestId))
	const provider = mailProviderOf(env, settings)
	const deliver = () => ctx.waitUntil(deliverAfterRequest(deliveryOf(provider, settings)))
	const paystack = onlinePaymentsOf(settings)
	const log = (line: string) => console.error(line)
	const giveBack = (reference: string) => {
		// Repositories of its own, whose failures are no page's.
		const own = services(openDatabase(settings.database))
		const writeBatch = deliveringAfterwards(own.writeBatch, deliver)
		if (paystack)
			ctx.waitUntil(sendRefund({ ...own, writeBatch, paystack, log }, { reference, now: Date.now() }))
	}
	return {
		...given,
		writeBatch: refundingAfterwards(deliveringAfterwards(given.writeBatch, deliver), giveBack),
		mail: provider?.name ?? 'off',
		paystack,
		pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
		log,
		settings,
		requestId,
		cspNonce: newId(),
		now: Date.now,
		saveData: request.headers.get('save-data') === 'on',
		// Asked for by posts only, and hashed only then.
		get networkKey() {
			return network()
		},
		passesFirstSieve: () => firstSieve(env, network())(),
		isForeignPost: false,
		waitUntil: (work) => ctx.waitUntil(work),
	}
}

/** A read that got no answer becomes the 503 page; what it was is logged under the request's number. */
function answeringFailures(database: Database, requestId: string): Database {
	return {
		...database,
		read: async (statement) => {
			try {
				return await database.read(statement)
			} catch (error) {
				if (!isDatabaseError(error) || error.kind === 'invalid') throw error
				console.error(`request ${requestId} was not answered: ${error.message}`)
				throw unavailable()
			}
		},
	}
}

/** What the cron needs: the same repositories, without a request. */
export function getJobContext(env: object) {
	const settings = readSettings({ ...env })
	const delivery = deliveryOf(mailProviderOf(env, settings), settings)
	const given = services(openDatabase(settings.database))
	return {
		...given,
		paystack: onlinePaymentsOf(settings),
		log: (line: string) => console.error(line),
		now: Date.now,
		noteJobRun: (job: string) => given.writeBatch([noteJobRun(job, Date.now())]),
		/** Null when mail is off. */
		deliverAllDue: delivery && (() => deliverAllDue(delivery)),
	}
}

/** Null without a key, or an address to come back to. */
function onlinePaymentsOf({ payments, appOrigin, cookieKeys }: Settings): OnlinePayments | null {
	const [secretKey] = payments?.secretKeys ?? []
	if (!payments || appOrigin === null || secretKey === undefined) return null
	const { baseUrl, checkoutOrigin, mode, channels } = payments
	return {
		gateway: createPaystackGateway({ baseUrl, secretKey, checkoutOrigin }),
		mode,
		channels,
		appOrigin,
		linkKeys: cookieKeys,
	}
}

/** Null when a setting of it is missing: then messages wait. Links in mails need the app's own address. */
function mailProviderOf(env: object, { mail, appOrigin }: Settings): MailProvider | null {
	return appOrigin === null ? null : chooseMailProvider(mail, 'EMAIL' in env ? env.EMAIL : null)
}

/** What sending needs: repositories of its own, whose failures are no page's. */
function deliveryOf(provider: MailProvider | null, settings: Settings): DeliverMessagesDeps | null {
	const { appOrigin, supportContact, cookieKeys, database } = settings
	if (provider === null || appOrigin === null) return null
	return {
		...services(openDatabase(database)),
		provider,
		sender: { name: brandName, origin: appOrigin, supportContact },
		cookieKeys,
		now: Date.now,
		log: (line) => console.error(line),
	}
}

/** Sends the request's own messages, and some that a failure left behind. What fails is sent by the cron. */
async function deliverAfterRequest(delivery: DeliverMessagesDeps | null): Promise<void> {
	try {
		if (delivery) await deliverMessages(delivery, DELIVERED_AFTER_REQUEST)
	} catch (error) {
		console.error(`messages wait: ${errorLine(error)}`)
	}
}

/**
 * Calls `deliver` after a write that queued a message: here and not in each route, so that none can forget it. The
 * customer does not wait for it.
 */
function deliveringAfterwards(
	writeBatch: Database['writeBatch'],
	deliver: () => void,
): Database['writeBatch'] {
	return async (statements) => {
		const written = await writeBatch(statements)
		if (statements.some(queuesMessage)) deliver()
		return written
	}
}

/** The same for a write that decided a refund: Paystack is asked at once, and the sweeper is behind it. */
function refundingAfterwards(
	writeBatch: Database['writeBatch'],
	giveBack: (reference: string) => void,
): Database['writeBatch'] {
	return async (statements) => {
		const written = await writeBatch(statements)
		for (const reference of statements.map(refundOf)) if (reference !== null) giveBack(reference)
		return written
	}
}

function services(database: Database) {
	return {
		drafts: createDraftRepository(database.read),
		holds: createHoldRepository(database.read),
		appointments: createAppointmentRepository(database.read),
		checkouts: createCheckoutRepository(database.read),
		payments: createPaymentRepository(database.read),
		ownPayments: createOwnPaymentRepository(database.read),
		refunds: createRefundRepository(database.read),
		webhooks: createWebhookRepository(),
		ownVisits: createOwnVisitRepository(database.read),
		ownData: createOwnDataRepository(database.read),
		availability: createAvailabilityRepository(database.read),
		outbox: createOutboxRepository(),
		discovery: createDiscoveryRepository(database.read),
		favorites: createFavoriteRepository(database.read),
		ownReviews: createOwnReviewRepository(database.read),
		accounts: createAccountRepository(database.read),
		sessions: createSessionRepository(database.read),
		profiles: createProfileRepository(),
		guesses: createGuessRepository(database.read),
		clients: createClientRepository(),
		accountMails: createAccountMailRepository(),
		writeBatch: database.writeBatch,
		readReadiness: () => readReadiness(database, Date.now()),
	}
}
