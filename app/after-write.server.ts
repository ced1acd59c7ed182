import { channels } from '#app/flows/lists/channels.server.ts'
import { messages } from '#app/flows/lists/messages.server.ts'
import { openLadder } from '#app/flows/messages/channel.server.ts'
import {
	type DeliverMessagesDeps,
	deliverHandedOn,
	deliverMessages,
} from '#app/flows/messages/deliver-messages.server.ts'
import {
	DELIVERED_AFTER_REQUEST,
	findMessages,
	writeAndClaim,
} from '#app/flows/messages/hand-on-messages.server.ts'
import { sendRefund } from '#app/flows/refunds/send-refunds.server.ts'
import type { Clock } from '#app/kernel/instant.ts'
import type { Pace } from '#app/kernel/pace.server.ts'
import { statementsOf, type WriteBatch } from '#app/kernel/write-batch.server.ts'
import type { Database } from '../db/client.server.ts'
import type { Settings } from './env.server.ts'
import { errorLine } from './http/write-log.ts'
import type { OutsideServices } from './outside-services.server.ts'
import { createRepositories } from './repositories.server.ts'
import { brandName } from './ui/brand.tsx'

type WaitUntil = (work: Promise<unknown>) => void
/** For work beside an answer: separate clients, a clock, and the mail provider's turns. */
export type BackgroundDeps = {
	settings: Pick<Settings, 'appOrigin' | 'supportContact' | 'cookieKeys'>
	services: OutsideServices
	pace: Pace
	open: () => Database
	waitUntil: WaitUntil
	now: Clock
	log: (line: string) => void
}

/**
 * Starts the follow-ups of statements after their write, beside the answer. A decorator, because a route could forget a
 * call. The sweeper repeats failures within a minute.
 */
export function withFollowUps(writeBatch: WriteBatch, background: BackgroundDeps): WriteBatch {
	const { services, waitUntil, open, now, log } = background
	const write = delivering(writeBatch, background)
	const refund = (paymentReference: string) => {
		if (services.onlinePayments === null) return
		// Separate repositories: a failure here must not become the page's 503.
		const own = createRepositories(open())
		const deps = {
			...own,
			// Starts no refund, so that a refund cannot start another one.
			writeBatch: delivering(own.writeBatch, background),
			onlinePayments: services.onlinePayments,
			log,
		}
		waitUntil(sendRefund(deps, { paymentReference, now: now() }))
	}
	return async (batch) => {
		const written = await write(batch)
		for (const { followUp } of statementsOf(batch))
			if (followUp?.kind === 'refund') refund(followUp.paymentReference)
		return written
	}
}

/**
 * Delivers the messages that a batch queues. The batch claims them, and they are passed on in memory
 * (docs/decisions/098); others are looked for afterwards.
 */
function delivering(writeBatch: WriteBatch, surroundings: BackgroundDeps): WriteBatch {
	const { waitUntil, log } = surroundings
	const deliver = (work: Promise<unknown>) =>
		waitUntil(work.catch((error) => log(`messages wait: ${errorLine(error)}`)))
	return async (batch) => {
		const { ids, hasOthers } = findMessages(batch)
		if (ids.length === 0 && !hasOthers) return writeBatch(batch)
		const delivery = deliveryDeps(surroundings)
		if (delivery === null) return writeBatch(batch)
		const { written, claimed } = await writeAndClaim(writeBatch, batch, delivery)
		if (claimed.length > 0) deliver(deliverHandedOn(delivery, claimed))
		if (hasOthers) deliver(deliverMessages(delivery, DELIVERED_AFTER_REQUEST))
		return written
	}
}

/** Null where no channel is set up. */
export function deliveryDeps({
	settings,
	services: { mailProvider: provider, push },
	pace,
	open,
	now,
	log,
}: BackgroundDeps): DeliverMessagesDeps | null {
	const { appOrigin, supportContact, cookieKeys } = settings
	if (appOrigin === null) return null
	const deps = {
		...createRepositories(open()),
		messages,
		channels,
		provider,
		pace,
		push,
		sender: { name: brandName, origin: appOrigin, supportContact },
		cookieKeys,
		now,
		log,
	}
	return openLadder(deps).some(({ isOpen }) => isOpen) ? deps : null
}
