import { holdSlot } from '#app/flows/booking/hold-slot.server.ts'
import { draftCookieHeader } from '#app/http/booking-cookies.server.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import { bookingDeps, cashChoices, readAndBook } from '#tests/support/flow-deps.ts'
import { endOf } from './end-of.ts'
import { playRaces } from './play-races.ts'
import type { Caller, RacePlan, RaceResult } from './race-plan.ts'

await playRaces<RacePlan>(async (plan) => {
	const act = plan.through === 'http' ? await readyPosts(plan) : readyFlows(plan)
	return () => Promise.all(plan.callers.map((caller, i) => endOf(() => act(caller, i))))
})

function readyFlows({ targets, action }: RacePlan) {
	const now = Date.now()
	// As the composition root does: a client for each request.
	const deps = () => bookingDeps(targets[0] ?? '')
	return async (caller: Caller): Promise<RaceResult> => {
		const { draftId, startsAt, promoCode, email, phone, networkKey = null } = caller
		if (action !== 'book') {
			const held = await holdSlot(deps(), { draftId, startsAt, caller: { networkKey }, now })
			if (!held.ok || action === 'hold') return { outcome: held.ok ? 'held' : held.refusal, answer: '' }
		}
		const contact = { firstName: 'Race', lastName: 'Caller', email, phone }
		const booked = await readAndBook(deps(), {
			draftId,
			choices: { ...cashChoices, contact, promoCode },
			contact,
			networkKey,
			seen: { startsAt, totalKobo: caller.seenTotalKobo, cashbackKobo: 0 },
			now,
		})
		return booked.ok
			? { outcome: 'booked', answer: booked.value.appointmentId }
			: { outcome: booked.refusal, answer: '' }
	}
}

async function readyPosts({ targets, action, callers }: RacePlan) {
	const cookies = new Map<string, string>()
	for (const { draftId } of callers) {
		const header = draftCookieHeader(new Request(targets[0] ?? ''), [scratchCookieKey], draftId)
		cookies.set(draftId, header.slice(0, header.indexOf(';')))
	}
	/** Each caller has a phone of their own. */
	const addresses = new Map(callers.map(({ draftId }, i) => [draftId, `10.${process.pid % 250}.1.${i}`]))
	async function post(target: string, path: string, draftId: string, fields: Record<string, string>) {
		const response = await fetch(new URL(path, target), {
			method: 'POST',
			body: new URLSearchParams(fields),
			headers: {
				cookie: cookies.get(draftId) ?? '',
				origin: new URL(target).origin,
				accept: 'text/html',
				'cf-connecting-ip': addresses.get(draftId) ?? '',
			},
			redirect: 'manual',
		})
		return {
			status: response.status,
			to: response.headers.get('location') ?? '',
			html: await response.text(),
		}
	}
	return async (caller: Caller, i: number): Promise<RaceResult> => {
		const target = targets[i % targets.length] ?? ''
		const { draftId, startsAt } = caller
		if (action !== 'book') {
			const held = await post(target, '/booking/time-selection', draftId, { startsAt: String(startsAt) })
			if (held.status !== 302) return { outcome: refusalOf(held), answer: '' }
			if (action === 'hold') return { outcome: 'held', answer: held.to }
		}
		const booked = await post(target, '/booking/checkout', draftId, {
			intent: 'book',
			draft: draftId,
			firstName: 'Race',
			lastName: 'Caller',
			email: caller.email,
			phone: caller.phone,
			promoCode: caller.promoCode,
			tip: 'none',
			paymentChoice: 'cash',
			seenTotalKobo: String(caller.seenTotalKobo),
			startsAt: String(startsAt),
		})
		const isBooked = booked.status === 302 && booked.to.startsWith('/booking/confirmation?visit=')
		return { outcome: isBooked ? 'booked' : refusalOf(booked), answer: booked.to }
	}
}

/** The refusal that the page shows in words, with its status; anything else is an error. */
function refusalOf({ status, html, to }: { status: number; html: string; to: string }): string {
	if (status === 409 && html.includes('Booking Conflict')) return 'slot_taken'
	if (status === 422 && html.includes('Invalid promo code')) return 'promo_not_valid'
	// Busy, and booked meanwhile by another press: pressed again it gives the link.
	const isAskedToWait = status === 503 || (status === 429 && html.includes('Too many requests'))
	if (isAskedToWait || (status === 302 && to === '/booking/confirmation')) return 'busy'
	const title = /<title>([^<]*)/.exec(html)?.[1] ?? ''
	return `error: ${status} ${to} ${title}`
}
