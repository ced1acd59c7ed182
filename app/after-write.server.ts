import { messages } from '#app/flows/lists/messages.server.ts'
import { type DeliverMessagesDeps, deliverMessages } from '#app/flows/messages/deliver-messages.server.ts'
import { sendRefund } from '#app/flows/refunds/send-refunds.server.ts'
import {
	type FollowUp,
	type StatementBatch,
	statementsOf,
	type WriteBatch,
} from '#app/kernel/write-batch.server.ts'
import { openDatabase } from '../db/client.server.ts'
import type { Settings } from './env.server.ts'
import { errorLine } from './http/error-line.ts'
import { writeLog } from './http/write-log.ts'
import { mailPace, type OutsideServices } from './outside-services.server.ts'
import { createRepositories } from './repositories.server.ts'
import { brandName } from './ui/brand.tsx'

type WaitUntil = (work: Promise<unknown>) => void

/** How many waiting messages one request sends beside its answer. */
const DELIVERED_AFTER_REQUEST = 5

/**
 * A `writeBatch` that starts the follow-ups of its statements after the write, beside the answer. A decorator,
 * because a route could forget a call. The sweeper repeats within a minute what fails here.
 */
export function withFollowUps(
	writeBatch: WriteBatch,
	{ settings, services, waitUntil }: { settings: Settings; services: OutsideServices; waitUntil: WaitUntil },
): WriteBatch {
	const deliver = () => waitUntil(deliverAfterRequest(deliveryDeps(settings, services, waitUntil)))
	const follow = (followUp: FollowUp) => {
		if (followUp.kind === 'message') return deliver()
		if (services.paystack === null) return
		// Separate repositories: a failure here must not become the page's 503.
		const own = createRepositories(openDatabase({ ...settings.database, waitUntil }))
		const deps = {
			...own,
			writeBatch: delivering(own.writeBatch, deliver),
			paystack: services.paystack,
			log: writeLog,
		}
		waitUntil(sendRefund(deps, { paymentReference: followUp.paymentReference, now: Date.now() }))
	}
	return async (batch) => {
		const written = await writeBatch(batch)
		for (const followUp of followUpsOf(batch)) follow(followUp)
		return written
	}
}

/** Delivers the messages of its statements and starts no refund, so that a refund cannot start another one. */
function delivering(writeBatch: WriteBatch, deliver: () => void): WriteBatch {
	return async (batch) => {
		const written = await writeBatch(batch)
		if (followUpsOf(batch).some(({ kind }) => kind === 'message')) deliver()
		return written
	}
}

/** The follow-ups of a batch. One delivery sends all of its messages. */
function followUpsOf(batch: StatementBatch): FollowUp[] {
	const all = statementsOf(batch).flatMap(({ followUp }) => followUp ?? [])
	const message = all.find(({ kind }) => kind === 'message')
	return [...(message ? [message] : []), ...all.filter(({ kind }) => kind !== 'message')]
}

/** What delivering messages needs, for requests and for the cron; null while mail is off. */
export function deliveryDeps(
	settings: Settings,
	{ mailProvider: provider, push }: OutsideServices,
	waitUntil: WaitUntil,
): DeliverMessagesDeps | null {
	const { appOrigin, supportContact, cookieKeys, database } = settings
	if (provider === null || appOrigin === null) return null
	return {
		...createRepositories(openDatabase({ ...database, waitUntil })),
		messages,
		provider,
		pace: mailPace(settings),
		push,
		sender: { name: brandName, origin: appOrigin, supportContact },
		cookieKeys,
		now: Date.now,
		log: writeLog,
	}
}

async function deliverAfterRequest(delivery: DeliverMessagesDeps | null): Promise<void> {
	try {
		if (delivery) await deliverMessages(delivery, DELIVERED_AFTER_REQUEST)
	} catch (error) {
		writeLog(`messages wait: ${errorLine(error)}`)
	}
}
