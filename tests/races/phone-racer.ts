import { askDeposit } from '#app/flows/booking/ask-deposit.server.ts'
import { bookWalkIn } from '#app/flows/booking/book-walk-in.server.ts'
import { offerOtherTimes } from '#app/flows/booking/offer-other-times.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { bookingDeps, cashChoices, readAndBook } from '#tests/support/flow-deps.ts'
import { endOf } from './end-of.ts'
import type { PhoneAct, PhoneRace } from './phone-race.ts'
import { playRaces } from './play-races.ts'
import type { RaceResult } from './race-plan.ts'

await playRaces<PhoneRace>(
	({ databaseUrl, acts }) =>
		() =>
			Promise.all(acts.map((act) => endOf(() => resultOf(databaseUrl, act)))),
)

/** Each with a client of its own, as each request has. The answer of a loser: the other times that it is offered. */
async function resultOf(databaseUrl: string, act: PhoneAct): Promise<RaceResult> {
	const deps = bookingDeps(databaseUrl)
	const { kind, draftId, shopId, serviceId, startsAt, email, phone, now } = act
	const contact = { firstName: 'Race', lastName: 'Caller', email, phone }
	if (kind === 'online') {
		const booked = await readAndBook(deps, {
			draftId,
			choices: { ...cashChoices, contact },
			contact,
			seen: { startsAt, totalKobo: 500_000, cashbackKobo: 0 },
			now,
		})
		if (booked.ok) return { outcome: 'online done', answer: '' }
		const offer = await offerOtherTimes(deps, { draftId, requestedStartAt: startsAt, now })
		return { outcome: booked.refusal, answer: timesIn(offer?.times ?? []) }
	}
	const asked = {
		shopId,
		serviceIds: [serviceId],
		staffMemberId: null,
		startsAt,
		customer: { ...contact, userId: null },
		draftId,
		now,
	}
	const answer =
		kind === 'phone'
			? await bookWalkIn(deps, { ...asked, isByPhone: true })
			: await askDeposit({ ...deps, onlinePayments: { minimumKobo: 100_00 } }, asked)
	if (answer.ok) return { outcome: `${kind} done`, answer: '' }
	return { outcome: answer.refusal, answer: timesIn(answer.offer?.times ?? []) }
}

function timesIn(times: readonly { startsAt: Instant }[]): string {
	return JSON.stringify(times.map(({ startsAt }) => startsAt))
}
