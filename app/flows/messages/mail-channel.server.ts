import type { ChannelAnswer } from '#app/domain/messaging/ladder.ts'
import {
	MAX_BATCH,
	type MailProvider,
	type OutgoingMail,
} from '#app/domain/messaging/mail-provider.server.ts'
import type { ClaimedMessage } from '#app/domain/messaging/message-delivery-repository.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { mapConcurrently } from '#app/kernel/map-concurrently.server.ts'
import {
	type Channel,
	type ChannelDeps,
	type DeliveryRun,
	inTurn,
	type OutgoingMessage,
} from './channel.server.ts'

/** Mails of one round, for a provider without batches. */
const SINGLES = 10

/** Reaches each address. A letter that the provider did not take stays due. */
export const mailChannel: Channel = {
	name: 'mail',
	form: 'letter',
	carries: 'all',
	open: (deps) => {
		const { provider } = deps
		if (provider === null) return null
		return {
			perRound: provider.sendBatch ? MAX_BATCH : SINGLES,
			send: (messages, run) => sendMails({ ...deps, provider }, run, messages),
		}
	},
}

type MailDeps = ChannelDeps & { provider: MailProvider }

type Mailed = { message: ClaimedMessage; mail: OutgoingMail }

type Answered = readonly [message: ClaimedMessage, answer: ChannelAnswer]

async function sendMails(
	deps: MailDeps,
	run: DeliveryRun,
	outgoing: readonly OutgoingMessage[],
): Promise<ChannelAnswer[]> {
	const mailed = outgoing.flatMap(addressed)
	const batch = run.mayGather ? chooseBatch(deps.provider, mailed) : []
	const alone = mailed.filter((one) => !batch.includes(one))
	const answers = new Map([
		...(await sendTogether(deps, run, batch)),
		...(await mapConcurrently(alone, deps.pace.atOnce, (one) => sendAlone(deps, run, one))),
	])
	return outgoing.map(
		({ message }) => answers.get(message) ?? { outcome: 'unreached', why: 'is not sent: it has no address' },
	)
}

function addressed({ message, letter }: OutgoingMessage): Mailed[] {
	const to = message.recipientEmail
	return to === null ? [] : [{ message, mail: { ...letter, to, idempotencyKey: idempotencyKey(message) } }]
}

async function sendAlone(deps: MailDeps, run: DeliveryRun, { message, mail }: Mailed): Promise<Answered> {
	const answer = await inTurn(turnInput(deps), run, () => deps.provider.send(mail))
	if (answer === null) return [message, notTried(deps, run)]
	if (answer.outcome === 'retry') return [message, { outcome: 'later', why: answer.why }]
	if (answer.outcome === 'rejected')
		return [message, { outcome: 'unreached', why: `was rejected: ${answer.why}` }]
	return [message, { outcome: 'taken' }]
}

/**
 * The mails of one request. An earlier batch keeps its members, since its key identifies them. A mail sent alone before
 * goes alone again: under another key it would arrive twice.
 */
function chooseBatch(provider: MailProvider, mailed: readonly Mailed[]): Mailed[] {
	if (!provider.sendBatch) return []
	// Resend takes no attachments in a batch.
	const fit = mailed.filter(
		({ mail, message: { batchKey, attemptCount } }) =>
			mail.attachments === undefined && (batchKey !== null || attemptCount === 1),
	)
	return fit.length > 1 || fit.some(({ message }) => message.batchKey !== null) ? fit : []
}

/** Stores the members first, so that a repeat after a lost answer sends the same. */
async function sendTogether(deps: MailDeps, run: DeliveryRun, batch: Mailed[]): Promise<Answered[]> {
	const { outbox } = deps.messaging
	const sendBatch = deps.provider.sendBatch
	if (batch.length === 0 || !sendBatch) return []
	const ids = batch.map(({ message }) => message.id)
	const known = batch[0]?.message.batchKey ?? null
	const key = known ?? newId()
	if (known === null) await deps.writeBatch([outbox.joinBatch(ids, key)])
	// In the order of ids: a repeat has the same body.
	const members = batch.toSorted((one, other) => (one.message.id < other.message.id ? -1 : 1))
	const answer = await inTurn(turnInput(deps), run, () =>
		sendBatch(
			members.map(({ mail }) => mail),
			`batch:${key}`,
		),
	)
	if (answer === null) return members.map(({ message }) => [message, notTried(deps, run)])
	if (answer.outcome === 'retry')
		return members.map(({ message }) => [message, { outcome: 'later', why: answer.why }])
	if (answer.outcome === 'refused') {
		deps.log(`a batch of ${ids.length} messages is sent one by one: ${answer.why}`)
		await deps.writeBatch([outbox.leaveBatch(ids)])
		return mapConcurrently(members, deps.pace.atOnce, (one) => sendAlone(deps, run, one))
	}
	return members.map(({ message }, place) => [
		message,
		answer.rejected.includes(place) ? { outcome: 'unreached', why: 'was rejected' } : { outcome: 'taken' },
	])
}

function notTried({ now }: MailDeps, run: DeliveryRun): ChannelAnswer {
	return { outcome: 'later', dueAt: now() + run.dueAgainMs }
}

function turnInput({ pace, log }: MailDeps) {
	return { channel: mailChannel.name, pace, log }
}

/** The row's id where no header can carry the key, whose address may be non-ASCII or very long. */
function idempotencyKey({ dedupeKey, id }: ClaimedMessage): string {
	return /^[\x21-\x7e]{1,256}$/.test(dedupeKey) ? dedupeKey : id
}
