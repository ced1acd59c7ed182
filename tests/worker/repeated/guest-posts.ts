import { signSlotWaitLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import { mailedToken } from '#app/domain/identity/secret-token.server.ts'
import { signMessageChoice } from '#app/domain/messaging/message-choice.server.ts'
import { signErasureLink } from '#app/flows/account/erase-customer.server.ts'
import { waitPlacePath } from '#app/kernel/booking-paths.ts'
import { newId } from '#app/kernel/id.server.ts'
import { buttonOf, demoShopId, openGuest, walkTo } from '#scripts/site/browser-guest.ts'
import { checkoutNearHoldEnd } from '#scripts/site/hold-near-end.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import { addAccount, password } from '#tests/support/accounts.ts'
import { addPhotoRows } from '#tests/support/photo-desk.ts'
import { addWaitingAccount } from '#tests/support/waiting-account.ts'
import { formOf, type Post, type PostDesk, type Posts } from './post-desk.ts'

const keys = [scratchCookieKey]

/** Buttons of checkout that lead elsewhere, or keep something. */
const checkoutButtons = [
	...['remove-promo', 'renew-hold', 'hold-again', 'add-service', 'sign-in', 'edit-profile', 'times'],
	...['book-anyway', 'check-payment'],
]

const shopForm = () => ({
	...{ shopName: 'Mama Put', type: 'salon', address: '1 Road', area: 'Yaba', city: 'Lagos' },
	...{ phone: '08031234567', email: `${newId().toLowerCase()}@example.com`, offer: 'Braids' },
})

/** Of a guest, or of a customer who is about to be one. */
export function guestPosts({ site, now, wednesday, thatDay, booked, appointmentLink }: PostDesk): Posts {
	async function lineOfDay() {
		const guest = openGuest(site().url)
		await walkTo(guest, 'time-selection', {
			shopId: 'bodija-beauty-lounge',
			serviceId: 'bodija-beauty-lounge-blow-out',
		})
		const times = await guest.open('/booking/time-selection')
		const page = await guest.follow(times, 'main a[href^="/booking/wait"]')
		const { firstName, lastName, email, phone } = guest.details
		return formOf(guest, page, { values: { firstName, lastName, email, phone } })
	}

	async function twoServices() {
		const guest = openGuest(site().url)
		await walkTo(guest, 'staff-selection')
		return {
			browser: guest,
			path: '/booking/service-selection',
			body: `add=1&serviceId=${demoShopId}-cornrows`,
		}
	}

	const withPlace = (intent: string) => async (): Promise<Post> => {
		const { browser, path, body } = await lineOfDay()
		await browser.post(path, body)
		const [wait] = await site().database.rows('SELECT id FROM slot_waits WHERE email = ?', body.get('email'))
		const place = waitPlacePath(await signSlotWaitLink(keys, String(wait?.id)))
		return { browser, path: place, body: `intent=${intent}` }
	}

	const atCheckout = (intent: string) => async (): Promise<Post> => {
		const guest = openGuest(site().url)
		const first = await walkTo(guest, 'checkout', thatDay)
		const page = intent === 'renew-hold' ? await checkoutNearHoldEnd(guest, site().database, first) : first
		return formOf(guest, page, { values: guest.details, set: { intent } })
	}

	const choosing = (body: Record<string, string>) => async (): Promise<Post> => {
		const choice = await signMessageChoice(keys, { subject: `${newId()}@example.com`, topic: 'reminders' })
		return { browser: openGuest(site().url), path: `/messages/${choice}`, body: new URLSearchParams(body) }
	}

	return {
		'choosing a service': async () => {
			const guest = openGuest(site().url)
			return formOf(guest, await walkTo(guest, 'service-selection'))
		},
		'choosing a person': async () => {
			const guest = openGuest(site().url)
			return formOf(guest, await walkTo(guest, 'staff-selection'), { button: buttonOf('staff', 'any') })
		},
		'holding a time': async () => {
			const guest = openGuest(site().url)
			const page = await walkTo(guest, 'time-selection', thatDay)
			const times = page.document.querySelectorAll('input[name="startsAt"]')
			return formOf(guest, page, { values: { startsAt: times.at(-2)?.getAttribute('value') ?? '' } })
		},
		'choosing an add-on': async () => {
			const guest = openGuest(site().url)
			const page = await walkTo(guest, 'checkout', thatDay)
			return formOf(guest, page, { values: guest.details, button: 'button[name="intent"][value="update"]' })
		},
		'typing a promo code': async () => {
			const guest = openGuest(site().url)
			const page = await walkTo(guest, 'checkout', thatDay)
			const promoCode = 'WELCOME10'
			return formOf(guest, page, { values: { promoCode }, button: buttonOf('intent', 'apply-promo') })
		},
		booking: async () => {
			const guest = openGuest(site().url)
			const page = await walkTo(guest, 'checkout', thatDay)
			return formOf(guest, page, { values: guest.details, button: buttonOf('intent', 'book') })
		},
		'cancelling a visit': async () => {
			const { guest, path } = await booked()
			return { browser: guest, path, body: 'intent=cancel' }
		},
		'moving a visit': async () => {
			const { guest, token } = await booked()
			const page = await guest.open(`/booking/reschedule?visit=${token}&from=${wednesday}&date=${wednesday}`)
			const times = page.document.querySelectorAll('input[name="startsAt"]')
			return formOf(guest, page, { values: { startsAt: times.at(0)?.getAttribute('value') ?? '' } })
		},
		'changing a service': async () => {
			const { guest, page } = await booked({ ...thatDay, pickTime: (offered) => offered.at(2) })
			const choice = await guest.follow(page, 'a[href^="/booking/change"]')
			const question = await guest.submit(choice, 'main form:has(button[name="service"])')
			return formOf(guest, question)
		},
		'running late': async () => {
			const { token } = await appointmentLink(60)
			return {
				browser: openGuest(site().url),
				path: `/booking/confirmation?visit=${token}`,
				body: 'intent=late&minutes=20',
			}
		},
		'reporting a problem': async () => {
			const { token } = await appointmentLink(-60)
			return {
				browser: openGuest(site().url),
				path: `/booking/problem?visit=${token}`,
				body: 'problem=money&words=I+paid+twice',
			}
		},
		'asking for the links of bookings': async () => {
			const { guest } = await booked()
			return { browser: guest, path: '/booking/find', body: `email=${guest.details.email}` }
		},
		'asking to be erased': async () => {
			const { guest } = await booked()
			return { browser: guest, path: '/privacy/erase', body: `intent=send&email=${guest.details.email}` }
		},
		'being erased': async () => {
			const { guest, path } = await booked()
			await guest.post(path, 'intent=cancel')
			const link = await signErasureLink([scratchCookieKey], guest.details.email, now)
			return formOf(guest, await guest.open(`/privacy/erase?token=${link}`))
		},
		'joining the line of a day': lineOfDay,
		'reporting a review': async () => {
			const guest = openGuest(site().url)
			const page = await guest.open(`/business/${demoShopId}`)
			const report = await guest.follow(page, 'main a[href*="/report?review="]')
			return formOf(guest, report, { values: { reason: 'hurtful' } })
		},
		'reporting a photo': async () => {
			const [service] = await site().database.rows('SELECT id FROM services WHERE shop_id = ?', demoShopId)
			const photoOf = await addPhotoRows(site().database, demoShopId, String(service?.id))
			const path = `/business/${demoShopId}/photo-report?photo=${photoOf(1)}`
			return { browser: openGuest(site().url), path, body: 'reason=not_theirs' }
		},
		registering: async () => ({
			browser: openGuest(site().url),
			path: '/register',
			body: new URLSearchParams({
				firstName: 'Ada',
				lastName: 'Obi',
				email: `${newId()}@example.com`,
				phone: '08031234567',
				password,
				confirmPassword: password,
			}),
		}),
		'the form of a shop': async () => {
			const guest = openGuest(site().url)
			return formOf(guest, await guest.open('/for-shops'), { form: 'main form', values: shopForm() })
		},
		'proving a shop’s e-mail': async () => {
			const guest = openGuest(site().url)
			const form = shopForm()
			await guest.post('/for-shops', new URLSearchParams(form))
			const [row] = await site().database.rows('SELECT id FROM shop_signups WHERE email = ?', form.email)
			const link = `/for-shops/confirm?token=${mailedToken(scratchCookieKey, String(row?.id))}`
			return formOf(guest, await guest.open(link), { form: 'main form' })
		},
		'stopping a shop’s account for payouts': async () => {
			const { link } = await addWaitingAccount(site(), 'dojo')
			const guest = openGuest(site().url)
			return formOf(guest, await guest.open(link), { form: 'main form' })
		},
		'signing in': async () => {
			const { email } = await addAccount(site().database)
			return {
				browser: openGuest(site().url),
				path: '/login',
				body: new URLSearchParams({ email, password }),
			}
		},
		'asking for a new password': async () => {
			const { email } = await addAccount(site().database)
			return {
				browser: openGuest(site().url),
				path: '/forgot-password',
				body: new URLSearchParams({ email }),
			}
		},
		'adding a service': twoServices,
		'leaving a service out': async () => {
			const { browser, path, body } = await twoServices()
			await browser.post(path, body)
			return { browser, path: '/booking/staff-selection', body: `leaveOut=${demoShopId}-cornrows` }
		},
		...Object.fromEntries(checkoutButtons.map((intent) => [`'${intent}' of checkout`, atCheckout(intent)])),
		'booking it again': async () => {
			const { guest, path } = await booked()
			return { browser: guest, path, body: 'intent=again' }
		},
		'booking from the line of a day': withPlace('book'),
		'proving an e-mail in the line of a day': withPlace('prove'),
		'leaving the line of a day': withPlace('leave'),
		'stopping messages': choosing({ choice: 'stop' }),
		'a mail program that stops messages': choosing({ 'List-Unsubscribe': 'One-Click' }),
		'putting the banner away': async () => ({
			browser: openGuest(site().url),
			path: '/guest-banner',
			body: '',
		}),
	}
}
