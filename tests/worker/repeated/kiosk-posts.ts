import { publicHolidays } from '#app/domain/availability/public-holidays.ts'
import { hashSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { dateOfInstant } from '#app/kernel/civil.ts'
import { newId } from '#app/kernel/id.server.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { buttonOf } from '#scripts/site/browser-guest.ts'
import { addHeldReferral } from '#tests/support/held-referral.ts'
import {
	addAppointment,
	addDeposit,
	addKiosk,
	addReview,
	addReward,
	newKioskLink,
	pin,
} from '#tests/support/kiosk-desk.ts'
import { addOffers, offerPages } from '#tests/support/owner-offers.ts'
import { addPhotoRows } from '#tests/support/photo-desk.ts'
import { addHolder, addOrder, addPlan, addPlanSession } from '#tests/support/session-desk.ts'
import { addWaitingAccount } from '#tests/support/waiting-account.ts'
import { formOf, type Post, type PostDesk, type Posts } from './post-desk.ts'

/** Of a kiosk. */
export function kioskPosts({ site, now, wednesday, member, kiosk }: PostDesk): Posts {
	/** `more` writes what the intent needs, and gives what its form has besides. */
	const withAppointment =
		(
			intent: string,
			inMinutes: number,
			more: (reference: string, idOf: (name: string) => string) => Promise<string> | string = () => '',
			method: 'CASH' | 'TRANSFER' = 'CASH',
		) =>
		async (): Promise<Post> => {
			const { shop, browser } = await kiosk()
			const reference = await addAppointment(site(), shop, { inMinutes, method })
			return {
				browser,
				path: `/kiosk/visits/${reference}`,
				body: `intent=${intent}&act=${newId()}&back=/kiosk${await more(reference, shop.idOf)}`,
			}
		}

	const changing = (sql: string) => async (reference: string) => {
		await site().database.change(sql, reference)
		return ''
	}

	const withReward = (intent: string) => async (): Promise<Post> => {
		const { shop, browser } = await kiosk()
		const { userId } = await member()
		const code = await addReward(site(), shop, userId)
		const reference = await addAppointment(site(), shop, { inMinutes: 5, userId })
		return {
			browser,
			path: '/kiosk/scan',
			body: `act=${newId()}&intent=${intent}&code=${code}&visit=${reference}`,
		}
	}

	const heldReferral = (intent: string) => async (): Promise<Post> => {
		const { shop, browser } = await kiosk('owner')
		const { reference } = await addHeldReferral(site(), shop)
		const body = `act=${newId()}&intent=${intent}&referral=${reference}`
		return { browser, path: '/kiosk/shop/problems', body }
	}

	/** The form of one that stands, as its page shows it. */
	const changedOffer = (kind: 'promos' | 'plans' | 'rewards') => async (): Promise<Post> => {
		const { shop, browser } = await kiosk('owner')
		await addOffers(site().database, shop.id)
		const path = offerPages(shop.id).find((page) => page.includes(`/${kind}/`) && !page.endsWith('/new'))
		return formOf(browser, await browser.open(path ?? ''), { form: 'main form' })
	}

	async function photoPost(fields: string): Promise<Post> {
		const { shop, browser } = await kiosk('owner')
		const photoOf = await addPhotoRows(site().database, shop.id, shop.idOf('cut'))
		const path = `/kiosk/shop/photos/${shop.idOf('cut')}/${photoOf(1)}`
		return { browser, path, body: `act=${newId()}&${fields}` }
	}

	async function blockForm() {
		const { shop, browser } = await kiosk()
		const page = await browser.open(`/kiosk/block?date=${wednesday}`)
		const values = { staff: shop.idOf('Ada'), blockFrom: '14:00', blockTo: '15:00' }
		return formOf(browser, page, { values })
	}

	return {
		'that somebody has arrived': withAppointment('arrive', 20),
		'completing a visit': withAppointment('complete', -60),
		'that somebody did not come': withAppointment('miss', -60),
		'undoing a completion': async () => {
			const { browser, path, body } = await withAppointment('complete', -60)()
			await browser.post(path, body)
			return { browser, path, body: `undo=${newId()}&back=/kiosk` }
		},
		'cancelling a visit': async () => {
			const { shop, browser } = await kiosk()
			const reference = await addAppointment(site(), shop, { inMinutes: 60 })
			return {
				browser,
				path: `/kiosk/visits/${reference}/cancel`,
				body: `act=${newId()}&reason=Power+is+out`,
			}
		},
		'a walk-in': async () => {
			const { shop, browser } = await kiosk()
			return {
				browser,
				path: `/kiosk/walk-in?service=${shop.idOf('cut')}&staff=any`,
				body: `act=${newId()}&firstName=Efe`,
			}
		},
		'a booking on the telephone': async () => {
			const { shop, browser } = await kiosk()
			return {
				browser,
				path: `/kiosk/book?service=${shop.idOf('cut')}&date=${wednesday}&time=10:00`,
				body: `intent=book&act=${newId()}&shownKobo=500000&firstName=Efe&phone=08035550104`,
			}
		},
		...Object.fromEntries(
			['send', 'let-go'].map((intent) => [
				`a deposit: ${intent}`,
				async () => {
					const { shop, browser } = await kiosk()
					const { id } = await addDeposit(site(), shop, { inMinutes: 600, email: 'amaka@example.com' })
					return { browser, path: `/kiosk/deposits/${id}`, body: `intent=${intent}&act=${newId()}` }
				},
			]),
		),
		'moving a visit': async () => {
			const { shop, browser } = await kiosk()
			const reference = await addAppointment(site(), shop, { inMinutes: 60 })
			return {
				browser,
				path: `/kiosk/visits/${reference}/edit`,
				body: `intent=move&act=${newId()}&date=${wednesday}&time=10:00`,
			}
		},
		'changing a service of a visit': async () => {
			const { shop, browser } = await kiosk()
			const wash = shop.idOf('wash')
			await site().database.change(
				`INSERT INTO services (id, shop_id, name, duration_minutes, price_kobo, category_id) VALUES (?, ?, 'wash', 30, 300000, 'hair-beauty')`,
				wash,
				shop.id,
			)
			await site().database.change(
				'INSERT INTO staff_services (staff_member_id, service_id) VALUES (?, ?)',
				shop.idOf('Ada'),
				wash,
			)
			const path = `/kiosk/visits/${await addAppointment(site(), shop, { inMinutes: 60 })}/edit`
			const asked = await browser.post(path, `intent=service&act=${newId()}&position=0&service=${wash}`)
			return formOf(browser, asked, { form: 'main form' })
		},
		'a reply to a review': async () => {
			const { shop, browser } = await kiosk('owner')
			const path = `/kiosk/shop/reviews/${await addReview(site(), shop, { minutesAgo: 120 })}`
			return formOf(browser, await browser.open(path), {
				form: 'main form',
				values: { reply: 'Thank you' },
				set: { intent: 'reply' },
			})
		},
		'taking a reply back': async () => {
			const { shop, browser } = await kiosk('owner')
			const path = `/kiosk/shop/reviews/${await addReview(site(), shop, { minutesAgo: 120 })}`
			const form = { form: 'main form', values: { reply: 'Thank you' } }
			await browser.submit(await browser.open(path), form.form, form.values, {
				button: buttonOf('intent', 'reply'),
			})
			return formOf(browser, await browser.open(path), {
				...form,
				button: buttonOf('intent', 'remove'),
			})
		},
		'a note about a customer': async () => {
			const { shop, browser } = await kiosk()
			const path = `/kiosk/customers/${await addAppointment(site(), shop, { inMinutes: 60 })}`
			return formOf(browser, await browser.open(path), {
				form: 'main form',
				values: { shopNote: 'Allergic to latex' },
			})
		},
		'the note of a visit': async () => {
			const { shop, browser } = await kiosk()
			const reference = await addAppointment(site(), shop, { inMinutes: 60 })
			return {
				browser,
				path: `/kiosk/visits/${reference}/edit`,
				body: `intent=note&act=${newId()}&note=Left-handed`,
			}
		},
		'blocking time': blockForm,
		'giving blocked time back': async () => {
			const { browser, path, body } = await blockForm()
			const blocked = await browser.post(path, body)
			return formOf(browser, blocked, { form: 'main form:has(button[name="block"])' })
		},
		'the PIN': async () => ({
			browser: (await kiosk()).browser,
			path: '/kiosk/pin',
			body: `pinSecret=${pin}`,
		}),
		'adding a service': async () => ({
			browser: (await kiosk('owner')).browser,
			path: '/kiosk/shop/services/new',
			body: `act=${newId()}&name=Beard+trim&categoryId=hair-beauty&price=2000&durationMinutes=20&isEnabled=on`,
		}),
		'adding an add-on': async () => ({
			browser: (await kiosk('owner')).browser,
			path: '/kiosk/shop/add-ons/new',
			body: `act=${newId()}&name=Scalp+oil&price=500&isEnabled=on`,
		}),
		'adding a promo code': async () => ({
			browser: (await kiosk('owner')).browser,
			path: '/kiosk/shop/promos/new',
			body: `act=${newId()}&code=DECEMBER&discountType=percent&discount=10&isActive=on`,
		}),
		'adding a plan': async () => ({
			browser: (await kiosk('owner')).browser,
			path: '/kiosk/shop/plans/new',
			body: `act=${newId()}&title=Gold&price=20000&entryKind=unlimited&periodDays=30`,
		}),
		'adding a program': async () => ({
			browser: (await kiosk('owner')).browser,
			path: '/kiosk/shop/programs/new',
			body: `act=${newId()}&kind=cashback&name=Back&cashbackPercent=5`,
		}),
		'adding a reward': async () => {
			const { shop, browser } = await kiosk('owner')
			await addOffers(site().database, shop.id)
			return {
				browser,
				path: `/kiosk/shop/programs/${shop.id}-program-7/rewards/new`,
				body: `act=${newId()}&visitsRequired=3&gift=percent&worth=10&description=A+tenth+off`,
			}
		},
		'changing a promo code': changedOffer('promos'),
		'changing a plan': changedOffer('plans'),
		'changing a reward': changedOffer('rewards'),
		'adding a series of sessions': async () => {
			const { shop, browser } = await kiosk('owner')
			const planId = await addPlan(site().database, shop.id)
			return {
				browser,
				path: '/kiosk/shop/sessions/new',
				body: `act=${newId()}&planId=${planId}&date=${wednesday}&time=18:00&durationMinutes=60&capacity=8&weekdays=3&until=${wednesday}`,
			}
		},
		'the seats of a session': async () => {
			const { shop, browser } = await kiosk('owner')
			const planId = await addPlan(site().database, shop.id)
			const id = await addPlanSession(site().database, planId, { startsAt: now + HOUR_MS, capacity: 3 })
			return {
				browser,
				path: `/kiosk/shop/sessions/${id}`,
				body: `act=${newId()}&intent=capacity&capacity=5`,
			}
		},
		'calling a session off': async () => {
			const { shop, browser } = await kiosk('owner')
			const planId = await addPlan(site().database, shop.id)
			const id = await addPlanSession(site().database, planId, { startsAt: now + HOUR_MS, capacity: 3 })
			return { browser, path: `/kiosk/shop/sessions/${id}`, body: `act=${newId()}&intent=call-off` }
		},
		'opening hours': async () => ({
			browser: (await kiosk('owner')).browser,
			path: '/kiosk/shop/hours',
			body: `act=${newId()}&intent=week&opens1=09:00&closes1=18:00`,
		}),
		'closing a day': async () => ({
			browser: (await kiosk('owner')).browser,
			path: '/kiosk/shop/hours',
			body: `act=${newId()}&intent=close&closedDate=${wednesday}`,
		}),
		'opening a day after all': async () => {
			const { shop, browser } = await kiosk('owner')
			await site().database.change(
				`INSERT INTO shop_closed_days (shop_id, date, reason) VALUES (?, ?, '')`,
				shop.id,
				wednesday,
			)
			return {
				browser,
				path: '/kiosk/shop/hours',
				body: `act=${newId()}&intent=open&openDate=${wednesday}`,
			}
		},
		'inviting a person’s own device': async () => {
			const { shop, browser } = await kiosk('owner')
			const body = `act=${newId()}&intent=invite-person&person=${shop.idOf('Ada')}`
			return { browser, path: '/kiosk/shop/devices', body }
		},
		'stopping an account for payouts': async () => {
			const { shop, browser } = await kiosk('owner')
			const { accountId } = await addWaitingAccount(site(), shop.id)
			const body = `act=${newId()}&intent=stop&account=${accountId}`
			return { browser, path: '/kiosk/shop/payout-account', body }
		},
		'putting a next step away': async () => ({
			browser: (await kiosk('owner')).browser,
			path: '/kiosk/shop',
			body: `act=${newId()}&step=desk`,
		}),
		'the shop’s details': async () => {
			const { browser } = await kiosk('owner')
			const page = await browser.open('/kiosk/shop/details')
			return formOf(browser, page, { form: 'main form' })
		},
		'paying a referral that was held': heldReferral('pay'),
		'refusing a referral that was held': heldReferral('refuse'),
		'closing public holidays': async () => {
			const [holiday] = publicHolidays(dateOfInstant(now, 1), dateOfInstant(now, 300))
			return {
				browser: (await kiosk('owner')).browser,
				path: '/kiosk/shop/hours',
				body: `act=${newId()}&intent=holidays&holiday=${holiday?.date}`,
			}
		},
		'adding a person': async () => ({
			browser: (await kiosk('owner')).browser,
			path: '/kiosk/shop/people/new',
			body: `act=${newId()}&intent=person&firstName=Efe&isActive=on&shopHours=on`,
		}),
		'changing a person': async () => {
			const { shop, browser } = await kiosk('owner')
			return {
				browser,
				path: `/kiosk/shop/people/${shop.idOf('Ada')}`,
				body: `act=${newId()}&intent=person&firstName=Efe&isActive=on&service=${shop.idOf('cut')}`,
			}
		},
		'days off': async () => {
			const { shop, browser } = await kiosk('owner')
			return {
				browser,
				path: `/kiosk/shop/people/${shop.idOf('Ada')}`,
				body: `act=${newId()}&intent=off&offFrom=${wednesday}`,
			}
		},
		'days off that are worked after all': async () => {
			const { shop, browser } = await kiosk('owner')
			await site().database.change(
				'INSERT INTO staff_days_off (staff_member_id, date) VALUES (?, ?)',
				shop.idOf('Ada'),
				wednesday,
			)
			return {
				browser,
				path: `/kiosk/shop/people/${shop.idOf('Ada')}`,
				body: `act=${newId()}&intent=on&span=${wednesday}+${wednesday}`,
			}
		},
		'weekly hours': async () => {
			const { shop, browser } = await kiosk('owner')
			return {
				browser,
				path: `/kiosk/shop/people/${shop.idOf('Ada')}/hours`,
				body: `act=${newId()}&from1=09:00&until1=18:00`,
			}
		},
		'a link for a kiosk': async () => ({
			browser: (await kiosk('owner')).browser,
			path: '/kiosk/shop/devices',
			body: `act=${newId()}&intent=invite&deviceName=Back+room`,
		}),
		'ending a kiosk': async () => {
			const { shop, browser } = await kiosk('owner')
			const { keyId } = await addKiosk(site(), shop.id)
			return { browser, path: '/kiosk/shop/devices', body: `act=${newId()}&intent=end&key=${keyId}` }
		},
		'ending a link': async () => {
			const { shop, browser } = await kiosk('owner')
			const link = hashSecretToken(await newKioskLink(site(), shop.id))
			return { browser, path: '/kiosk/shop/devices', body: `act=${newId()}&intent=end-link&link=${link}` }
		},
		'an API key': async () => ({
			browser: (await kiosk('owner')).browser,
			path: '/kiosk/shop/keys',
			body: `act=${newId()}&intent=make&keyName=Website&scope=catalogue:read&scope=codes:use`,
		}),
		'ending an API key': async () => {
			const { shop, browser } = await kiosk('owner')
			const make = `act=${newId()}&intent=make&keyName=Website&scope=codes:use`
			await browser.post('/kiosk/shop/keys', make)
			const [key] = await site().database.rows(
				`SELECT id FROM access_keys WHERE shop_id = ? AND kind = 'api'`,
				shop.id,
			)
			return { browser, path: '/kiosk/shop/keys', body: `act=${newId()}&intent=end&key=${key?.id}` }
		},
		'a calendar': async () => ({
			browser: (await kiosk('owner')).browser,
			path: '/kiosk/shop/feeds',
			body: `act=${newId()}&intent=add&of=shop`,
		}),
		'ending a calendar': async () => {
			const { shop, browser } = await kiosk('owner')
			await browser.post('/kiosk/shop/feeds', `act=${newId()}&intent=add&of=shop`)
			const [feed] = await site().database.rows('SELECT id FROM calendar_feeds WHERE shop_id = ?', shop.id)
			return { browser, path: '/kiosk/shop/feeds', body: `act=${newId()}&intent=end&feed=${feed?.id}` }
		},
		'a photo’s words': async () => photoPost('intent=save&alt=Cornrows&position=2'),
		'removing a photo': async () => photoPost('intent=remove'),
		'locking it': async () => ({ browser: (await kiosk()).browser, path: '/kiosk/more', body: '' }),
		'a check-in': async () => {
			const { shop, browser } = await kiosk()
			const planId = await addPlan(site().database, shop.id)
			const { subscriptionId } = await addHolder(site().database, planId, { now })
			const typed = `K${String(Math.random()).slice(2, 6).replace(/[01]/g, '7')}Q`
			await site().database.change(
				`INSERT INTO check_in_codes (id, subscription_id, shop_id, typed_code, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)`,
				newId(),
				subscriptionId,
				shop.id,
				typed,
				String(Date.now()),
				String(Date.now() + 2 * MINUTE_MS),
			)
			return { browser, path: '/kiosk/scan', body: `act=${newId()}&code=${typed}` }
		},
		'starting an ordered plan': async () => {
			const { shop, browser } = await kiosk()
			const { userId } = await member()
			const planId = await addPlan(site().database, shop.id)
			const order = await addOrder(site().database, planId, userId, { now: now - HOUR_MS })
			return {
				browser,
				path: '/kiosk/scan',
				body: `act=${newId()}&intent=start&code=${order}`,
			}
		},
		'completing a visit that is not paid': withAppointment('complete-unpaid', -60),
		'undoing it on the visit’s page': async () => {
			const { browser, path, body } = await withAppointment('complete', -60)()
			await browser.post(path, body)
			return { browser, path, body: `intent=undo&act=${newId()}` }
		},
		'confirming a visit': withAppointment(
			'confirm',
			60,
			changing(`UPDATE appointments SET status = 'SCHEDULED' WHERE reference_number = ?`),
		),
		'handing a visit over': withAppointment('hand-over', 60, (_, idOf) => `&staff=${idOf('Bola')}`),
		'that a transfer has come': withAppointment('transfer-paid', 60, () => '', 'TRANSFER'),
		'answering a problem': withAppointment('answer-problem', -60, async (reference) => {
			await site().database.change(
				`INSERT INTO visit_problems (id, appointment_id, kind, words, reported_at)
				SELECT id, id, 'other', 'It hurt', ends_at FROM appointments WHERE reference_number = ?`,
				reference,
			)
			return '&answer=Sorry'
		}),
		'looking at a reward': withReward('look'),
		'using a reward': withReward('use'),
	}
}
