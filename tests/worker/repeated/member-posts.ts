import { signClaimLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { HOUR_MS } from '#app/kernel/instant.ts'
import { demoShopId, openGuest } from '#scripts/site/browser-guest.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import {
	addAccount,
	addSession,
	addSignedInPerson,
	browserOf,
	mailedTokenTo,
	password,
	signInDemoClient,
} from '#tests/support/accounts.ts'
import { addKioskShop, addReward } from '#tests/support/kiosk-desk.ts'
import { addHolder, addOrder, addPlan } from '#tests/support/session-desk.ts'
import { formOf, type Post, type PostDesk, type Posts } from './post-desk.ts'

/** Of a member. */
export function memberPosts({ site, now, member, appointmentLink, holder }: PostDesk): Posts {
	const asMember =
		(path: string, body = '') =>
		async (): Promise<Post> => ({ browser: (await member()).browser, path, body })
	/** A holder of a plan before a session of it that is full. */
	const atFullSession = async () => {
		const { browser, addSession, planId, subscriptionId } = await holder()
		const sessionId = await addSession()
		const other = browserOf(await addHolder(site().database, planId, { now }), site().url)
		await other.submit(await other.open(`/sessions/${sessionId}/book`), 'main form')
		return { browser, sessionId, subscriptionId }
	}
	const withHeart = (path: string, field: string) => async (): Promise<Post> => {
		const { browser } = await member()
		return { browser, path, body: new URLSearchParams({ [field]: demoShopId }) }
	}

	return {
		'signing out': asMember('/logout'),
		...Object.fromEntries(
			['/discover', `/business/${demoShopId}`, '/favorites'].flatMap((path) =>
				['add-favorite', 'remove-favorite'].map((field) => [`${field} on ${path}`, withHeart(path, field)]),
			),
		),
		'booking at a favorite': withHeart('/favorites', 'book'),
		'editing a profile': async () => {
			const { browser } = await member()
			return formOf(browser, await browser.open('/profile/edit'), { values: { firstName: 'Nneka' } })
		},
		'changing an e-mail': async () => {
			const { browser, userId } = await member()
			const hash = await site().database.rows(
				'SELECT password_hash FROM users WHERE email = ?',
				(await addAccount(site().database)).email,
			)
			await site().database.change(
				'UPDATE users SET password_hash = ? WHERE id = ?',
				String(hash[0]?.password_hash),
				userId,
			)
			const page = await browser.open('/profile/edit')
			return formOf(browser, page, { values: { email: `${newId()}@example.com`, password } })
		},
		'choosing messages': asMember('/settings', 'intent=choose-messages'),
		'choosing how the pages look': asMember('/settings', 'intent=choose-theme&theme=dark'),
		'choosing to save data': asMember('/settings', 'data-saver=on'),
		'signing out everywhere': asMember('/settings', 'intent=sign-out-everywhere'),
		'signing out one device': async () => {
			const { browser, userId } = await member()
			const other = await addSession(site().database, userId, now)
			const [device] = await site().database.rows(
				'SELECT id FROM sessions WHERE token_hash = ?',
				other.sessionHash,
			)
			return { browser, path: '/settings', body: new URLSearchParams({ session: String(device?.id) }) }
		},
		'proving an e-mail': async () => {
			const person = await addSignedInPerson(site().database, { at: now })
			const browser = browserOf(person, site().url)
			await browser.post('/verify-email', 'intent=send')
			const token = await mailedTokenTo(site().database, person.email, 'verify_email', scratchCookieKey)
			return { browser, path: '/verify-email', body: new URLSearchParams({ token }) }
		},
		'asking for the file of all data': asMember('/settings/export'),
		'deleting an account': async () => {
			const { email } = await addAccount(site().database)
			const browser = openGuest(site().url)
			await browser.post('/login', new URLSearchParams({ email, password }))
			return { browser, path: '/settings/delete', body: new URLSearchParams({ password }) }
		},
		'writing a review': async () => {
			const { browser, userId } = await member()
			const { id } = await appointmentLink(-120, userId)
			await site().database.change(
				`UPDATE appointments SET status = 'COMPLETED', completed_at = ends_at WHERE id = ?`,
				id,
			)
			return { browser, path: `/appointments/review?visit=${id}`, body: 'rating=5&comment=Lovely' }
		},
		'claiming a visit by its mailed link': async () => {
			const { browser } = await member()
			const { id } = await appointmentLink(120)
			const link = await signClaimLink([scratchCookieKey], id, now + HOUR_MS)
			return { browser, path: `/booking/claim?link=${link}`, body: '' }
		},
		'claiming a visit on its page': async () => {
			const { browser, email } = await member()
			const { id, token } = await appointmentLink(120)
			await site().database.change(
				'UPDATE checkouts SET email = ? WHERE id = (SELECT checkout_id FROM appointments WHERE id = ?)',
				email,
				id,
			)
			return { browser, path: `/booking/confirmation?visit=${token}`, body: 'intent=claim' }
		},
		'looking at the bell': asMember('/notifications'),
		'joining a program': asMember('/loyalty-enrollment', 'enroll=ade-hair-studio-card'),
		'making a code for friends': async () => {
			const browser = browserOf(await signInDemoClient(site().database), site().url)
			const [card] = await site().database.rows(
				`SELECT id FROM loyalty_enrollments WHERE user_id = 'demo-client' AND referral_code IS NOT NULL`,
			)
			await site().database.change(
				'UPDATE loyalty_enrollments SET referral_code = NULL WHERE id = ?',
				String(card?.id),
			)
			return { browser, path: '/wallet/refer', body: new URLSearchParams({ enrollment: String(card?.id) }) }
		},
		'asking for a receipt': async () => {
			const browser = browserOf(await signInDemoClient(site().database), site().url)
			const page = await browser.follow(await browser.open('/transactions'), 'main a[href^="/transactions/"]')
			return formOf(browser, page, { form: 'main form[action^="/receipt"]' })
		},
		'ordering a plan': async () => {
			const { browser } = await member()
			const planId = await addPlan(site().database, 'dojo')
			const page = await browser.open(`/plans/${planId}/buy`)
			return formOf(browser, page, { form: 'main form.fill', values: { paymentChoice: 'cash' } })
		},
		'cancelling an order': async () => {
			const { browser, userId } = await member()
			const order = await addOrder(site().database, await addPlan(site().database, 'dojo'), userId, { now })
			return { browser, path: '/subscriptions', body: `cancelOrder=${order}` }
		},
		'switching the renewal': async () => {
			const { browser, subscriptionId } = await holder()
			return { browser, path: `/subscriptions/${subscriptionId}`, body: 'autoRenews=1' }
		},
		'cancelling a plan': async () => {
			const { browser, subscriptionId } = await holder()
			const page = await browser.open(`/subscriptions/${subscriptionId}/cancel`)
			return formOf(browser, page, { values: { reason: 'Too far away' } })
		},
		'pausing a plan': async () => {
			const { browser, subscriptionId } = await holder()
			return {
				browser,
				path: `/subscriptions/${subscriptionId}/pause`,
				body: 'intent=pause&days=7&places=0',
			}
		},
		'resuming a plan': async () => {
			const { browser, subscriptionId } = await holder()
			const path = `/subscriptions/${subscriptionId}/pause`
			await browser.post(path, 'intent=pause&days=7&places=0')
			return { browser, path, body: 'intent=resume&places=0' }
		},
		'making a check-in code': async () => {
			const { browser, subscriptionId } = await holder()
			return { browser, path: `/subscriptions/${subscriptionId}/check-in`, body: '' }
		},
		'booking a session': async () => {
			const { browser, addSession } = await holder()
			return formOf(browser, await browser.open(`/sessions/${await addSession()}/book`), {
				form: 'main form',
			})
		},
		'cancelling a session': async () => {
			const { browser, addSession, userId } = await holder()
			const page = await browser.open(`/sessions/${await addSession()}/book`)
			await browser.submit(page, 'main form')
			const [place] = await site().database.rows('SELECT id FROM session_bookings WHERE user_id = ?', userId)
			return { browser, path: `/sessions/bookings/${place?.id}/cancel`, body: '' }
		},
		'joining the line of a session': async () => {
			const { browser, sessionId, subscriptionId } = await atFullSession()
			return { browser, path: '/sessions', body: `join=${sessionId}&subscription=${subscriptionId}` }
		},
		'leaving the line of a session': async () => {
			const { browser, sessionId, subscriptionId } = await atFullSession()
			await browser.post('/sessions', `join=${sessionId}&subscription=${subscriptionId}`)
			return { browser, path: '/sessions', body: `leave=${sessionId}` }
		},
		'ringing the bell': asMember('/discover'),
		'asking for the link that proves an e-mail': async () => {
			const person = await addSignedInPerson(site().database, { at: now })
			return { browser: browserOf(person, site().url), path: '/verify-email', body: 'intent=send' }
		},
		'ending notifications': asMember('/push', 'end=all'),
		'typing the promo code of a plan': async () => {
			const { browser } = await member()
			const planId = await addPlan(site().database, 'dojo')
			return { browser, path: `/plans/${planId}/buy`, body: 'intent=apply-promo&promoCode=TEN' }
		},
		'opening a voucher': async () => {
			const { browser, userId } = await member()
			const reward = await addReward(site(), await addKioskShop(site()), userId)
			return { browser, path: `/rewards/${reward}/voucher`, body: '' }
		},
	}
}
