import { rateLimitSubject } from '#app/domain/identity/secret-token.server.ts'
import { eraseGuest, readErasureLink, sendErasureLink } from '#app/flows/account/erase-customer.server.ts'
import { answerProblem, reportProblem } from '#app/flows/booking/problem-reports.server.ts'
import { decideReview, replyToReview, reportReview, writeReview } from '#app/flows/booking/reviews.server.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { messageTopics } from '#app/kernel/vocabulary/messaging.ts'
import { simulatedKeys } from '../request.ts'
import { linkOfMail, mailsTo } from './own-mails.ts'
import type { Setting, Story } from './story.ts'
import { tracesOf } from './traces.ts'

/** A visit that is over: of which booking, and whose. */
type Over = { appointmentId: string; referenceNumber: string; email: string | null; userId: string | null }

/** After a visit: a review with its answer and reports, a problem that the shop answers, or a guest to be erased. */
export const afterwardsStory: Story = async (setting) => {
	const { me } = setting
	const { random } = me
	await me.wait(random.below(10 * HOUR_MS))
	const visit = await visitThatIsOver(setting)
	const act = random.pick([review, review, complain, beErased, beErased, switchOff])
	if (visit) await act(setting, visit)
}

async function visitThatIsOver({ me, world, shop }: Setting): Promise<Over | null> {
	const rows = await world.sql.rows(
		`SELECT visit.id, visit.reference_number, checkout.email, client.user_id FROM appointments visit
			JOIN checkouts checkout ON checkout.id = visit.checkout_id JOIN clients client ON client.id = visit.client_id
			WHERE visit.shop_id = ? AND (visit.ends_at <= ? OR visit.status = 'CANCELLED') ORDER BY visit.starts_at DESC, visit.id LIMIT 30`,
		shop.id,
		me.now(),
	)
	if (rows.length === 0) return null
	const row = me.random.pick(rows)
	return {
		appointmentId: String(row.id),
		referenceNumber: String(row.reference_number),
		email: row.email === null ? null : String(row.email),
		userId: row.user_id === null ? null : String(row.user_id),
	}
}

/** Written by the account, or by the holder of the link; changed, answered, reported, and looked at by the operator. */
async function review(
	{ me, shop, town }: Setting,
	{ appointmentId, referenceNumber, userId }: Over,
): Promise<void> {
	const { random } = me
	const person = town.people.find((one) => one.userId === userId)
	for (let times = 1 + random.below(2); times > 0; times--) {
		const written = {
			appointmentId,
			rating: 1 + random.below(5),
			comment: random.pick(['', 'Good.', 'Too long a wait.']),
		}
		await me.press('writes a review', (deps, now) =>
			writeReview(deps, person ? { sessionHash: person.sessionHash, at: now } : null, written, now),
		)
		await me.wait(random.below(2 * HOUR_MS))
	}
	const reply = random.pick(['Thank you!', 'We are sorry.', null])
	await me.press('answers a review', (deps, now) =>
		replyToReview(deps, { shopId: shop.id, id: appointmentId, reply, now }),
	)
	const reporter = random.pick(town.people)
	const reason = random.pick(['hurtful', 'private', 'other'] as const)
	await me.press('reports a review', (deps, now) =>
		reportReview(
			deps,
			{ actor: { sessionHash: reporter.sessionHash, at: now }, networkKey: null },
			{ shopId: shop.id, appointmentId, reason, now },
		),
	)
	const isHidden = random.chance(0.5)
	await me.wait(random.below(3 * HOUR_MS))
	await me.press('decides on a review', (deps, now) => decideReview(deps, { referenceNumber, isHidden, now }))
}

/** The topics that a member chooses in the settings, or a guest by the link of a mail. */
async function switchOff({ me, town }: Setting, { email, userId }: Over): Promise<void> {
	const { random } = me
	const person = town.people.find((one) => one.userId === userId)
	const topics = messageTopics.filter(() => random.chance(0.6))
	if (topics.length === 0) return
	await me.press('switches off messages', async (deps, now) => {
		const { optOuts } = deps.messaging
		const actor = person && { sessionHash: person.sessionHash, at: now }
		if (actor) await deps.writeBatch(optOuts.chooseUnwanted(actor, topics))
		else if (email !== null)
			await deps.writeBatch(topics.map((topic) => optOuts.optOut({ subject: email, topic }, now)))
		return topics
	})
}

async function complain({ me, shop }: Setting, { appointmentId, referenceNumber }: Over): Promise<void> {
	const { random } = me
	const kind = random.pick(['false_no_show', 'money', 'other'] as const)
	await me.press('says what was wrong', (deps, now) =>
		reportProblem(deps, { appointmentId, kind, words: 'I was there.', now }),
	)
	if (random.chance(0.2)) return
	await me.wait(random.below(20 * HOUR_MS))
	await me.press('answers what was wrong', (deps, now) =>
		answerProblem(deps, { shopId: shop.id, referenceNumber, answer: 'We looked at it.', now }),
	)
}

/** By the mailed link. What was erased leaves no trace of the address, in any table. */
async function beErased({ me, world, town }: Setting, { email, userId }: Over): Promise<void> {
	if (email === null || userId !== null) return
	// The desk typed the address of an account, which keeps its own bookings.
	if (town.people.some((person) => person.email === email)) return
	const since = me.now()
	const addressSubject = rateLimitSubject(simulatedKeys, email)
	await me.press('wants to be erased', (deps, now) =>
		sendErasureLink(deps, { email, addressSubject, networkKey: null, now }),
	)
	for (let looks = 0; looks < 5; looks++) {
		await me.wait(MINUTE_MS * (1 + me.random.below(40)))
		const token = linkOfMail(mailsTo(world, email, since), /\/privacy\/erase\?token=(\S+)/)
		if (token === null) continue
		const answer = await me.ask('erases the own details', async (deps, now) => {
			const named = await readErasureLink(simulatedKeys, token, now)
			return named === null ? null : eraseGuest(deps, { contact: { email: named }, now })
		})
		if (!answer?.ok) continue
		const traces = await tracesOf(world, email)
		me.expect(traces.length === 0, `${email} was erased, and stands in ${traces.join(', ')}`)
		return
	}
}
